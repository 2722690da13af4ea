/* The kernels in C: translated from Python by bench/kernels_c.py, not to be changed by hand. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#ifdef CHECKED
#include <stdio.h>
#include <stdlib.h>
#endif

#ifdef _WIN32
#define SHARED __declspec(dllexport)
#else
#define SHARED __attribute__((visibility("default")))
#endif

/* An argument: a number, the address of an array, or the length of an axis. */
typedef union {
    int64_t whole;
    double real;
    void *array;
} Given;

/* An index that is not negative, and one that may count from the end. */
static inline int64_t k_at(int64_t index, int64_t length)
{
#ifdef CHECKED
    if (index < 0 || index >= length) {
        fprintf(stderr, "kernels.c: index %lld of %lld\n", (long long)index, (long long)length);
        abort();
    }
#else
    (void)length;
#endif
    return index;
}

static inline int64_t k_wrapped(int64_t index, int64_t length)
{
    return k_at(index < 0 ? index + length : index, length);
}

static inline int64_t k_min_i(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t k_max_i(int64_t a, int64_t b) { return b > a ? b : a; }
static inline double k_min_f(double a, double b) { return b < a ? b : a; }
static inline double k_max_f(double a, double b) { return b > a ? b : a; }
static inline int64_t k_abs(int64_t a) { return a < 0 ? -a : a; }
static inline double k_square(double a) { return a * a; }

/* Division that rounds down, and its rest. */
static inline int64_t k_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static inline int64_t k_rest(int64_t a, int64_t b) { return a - k_quotient(a, b) * b; }
static inline int64_t k_left(int64_t a, int64_t by) { return (int64_t)((uint64_t)a << by); }

SHARED const char hex_lines_walk_hexes_given[] =
    "int32[2] float64[2] int32[2] int32[2] uint8[2] float64[2] float int =float64[1] =int64[1] =int64[1] =uint8[1] int =int64[1] =float64[1] =int16[1] =int16[1] =uint8[1]";
SHARED const char hex_lines_walk_hexes_constants[] =
    "ALONG=4 NEAR_A=1 NEAR_B=2 OVER_RIM=8 TOUCHED=16 VERTEX_FROM=5";

SHARED int64_t hex_lines_walk_hexes(const Given *given)
{
    const int32_t *const ends = given[0].array;
    const int64_t ends_0 = given[1].whole;
    const int64_t ends_1 = given[2].whole;
    const double *const centres = given[3].array;
    const int64_t centres_0 = given[4].whole;
    const int64_t centres_1 = given[5].whole;
    const int32_t *const places = given[6].array;
    const int64_t places_0 = given[7].whole;
    const int64_t places_1 = given[8].whole;
    const int32_t *const neighbours = given[9].array;
    const int64_t neighbours_0 = given[10].whole;
    const int64_t neighbours_1 = given[11].whole;
    const uint8_t *const rims = given[12].array;
    const int64_t rims_0 = given[13].whole;
    const int64_t rims_1 = given[14].whole;
    const double *const corners = given[15].array;
    const int64_t corners_0 = given[16].whole;
    const int64_t corners_1 = given[17].whole;
    const double grace_width = given[18].real;
    const int64_t known = given[19].whole;
    double *const step_end = given[20].array;
    const int64_t step_end_0 = given[21].whole;
    int64_t *const step_hex = given[22].array;
    const int64_t step_hex_0 = given[23].whole;
    int64_t *const step_twin = given[24].array;
    const int64_t step_twin_0 = given[25].whole;
    uint8_t *const step_mark = given[26].array;
    const int64_t step_mark_0 = given[27].whole;
    const int64_t first = given[28].whole;
    int64_t *const starts = given[29].array;
    const int64_t starts_0 = given[30].whole;
    double *const out_end = given[31].array;
    const int64_t out_end_0 = given[32].whole;
    int16_t *const out_hex = given[33].array;
    const int64_t out_hex_0 = given[34].whole;
    int16_t *const out_twin = given[35].array;
    const int64_t out_twin_0 = given[36].whole;
    uint8_t *const out_mark = given[37].array;
    const int64_t out_mark_0 = given[38].whole;
    double tiny = 0;
    int64_t lines = 0;
    int64_t most = 0;
    int64_t count = 0;
    double normal_x[6];
    double normal_y[6];
    double reach[6];
    int64_t side = 0;
    double grace = 0;
    int64_t line = 0;
    int64_t after = 0;
    int64_t a = 0;
    int64_t b = 0;
    double ax = 0;
    double ay = 0;
    double dx = 0;
    double dy = 0;
    double length = 0;
    int64_t columns = 0;
    int64_t half_rows = 0;
    int64_t steps = 0;
    int64_t spine = 0;
    int64_t spine_steps = 0;
    double begin = 0;
    int64_t step = 0;
    int64_t here = 0;
    int64_t number = 0;
    int64_t entered = 0;
    double near_a = 0;
    double near_b = 0;
    int64_t touched = 0;
    int64_t before = 0;
    int64_t one = 0;
    int64_t two = 0;
    int64_t beyond = 0;
    double best = 0;
    int64_t side_out = 0;
    int64_t vertex = 0;
    double px = 0;
    double py = 0;
    int64_t rim = 0;
    double hx = 0;
    double hy = 0;
    int64_t gap_c = 0;
    int64_t gap_h = 0;
    double finish = 0;
    int64_t mark = 0;
    double along = 0;
    double t = 0;
    bool entered_first = 0;
    int64_t beside = 0;
    int64_t outward = 0;
    int64_t corner = 0;
    double cross = 0;

    tiny = 1e-12;
    lines = ends_0;
    most = step_hex_0;
    count = starts[k_wrapped(first, starts_0)];
    for (int64_t i1 = 0, stopi1 = 6, byi1 = 1; i1 < stopi1; i1 += byi1) {
        side = i1;
        after = k_rest((side + 1), 6);
        normal_x[k_at(side, 6)] = (corners[(k_at(after, corners_0)) * corners_1 + k_at(1, corners_1)] - corners[(k_at(side, corners_0)) * corners_1 + k_at(1, corners_1)]);
        normal_y[k_at(side, 6)] = (corners[(k_at(side, corners_0)) * corners_1 + k_at(0, corners_1)] - corners[(k_at(after, corners_0)) * corners_1 + k_at(0, corners_1)]);
        reach[k_at(side, 6)] = ((normal_x[k_at(side, 6)] * corners[(k_at(side, corners_0)) * corners_1 + k_at(0, corners_1)]) + (normal_y[k_at(side, 6)] * corners[(k_at(side, corners_0)) * corners_1 + k_at(1, corners_1)]));
    }
    grace = (grace_width * sqrt((k_square(normal_x[k_at(0, 6)]) + k_square(normal_y[k_at(0, 6)]))));
    for (int64_t i2 = first, stopi2 = lines, byi2 = 1; i2 < stopi2; i2 += byi2) {
        line = i2;
        starts[k_wrapped(line, starts_0)] = count;
        if (((count + (3 * most)) > out_end_0)) {
            return line;
        }
        a = ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(0, ends_1)];
        b = ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(1, ends_1)];
        if ((a == b)) {
            continue;
        }
        ax = centres[(k_wrapped(a, centres_0)) * centres_1 + k_at(0, centres_1)];
        ay = centres[(k_wrapped(a, centres_0)) * centres_1 + k_at(1, centres_1)];
        dx = (centres[(k_wrapped(b, centres_0)) * centres_1 + k_at(0, centres_1)] - ax);
        dy = (centres[(k_wrapped(b, centres_0)) * centres_1 + k_at(1, centres_1)] - ay);
        length = sqrt(((dx * dx) + (dy * dy)));
        columns = (places[(k_wrapped(b, places_0)) * places_1 + k_at(0, places_1)] - places[(k_wrapped(a, places_0)) * places_1 + k_at(0, places_1)]);
        half_rows = (places[(k_wrapped(b, places_0)) * places_1 + k_at(1, places_1)] - places[(k_wrapped(a, places_0)) * places_1 + k_at(1, places_1)]);
        steps = 0;
        spine = (-1);
        spine_steps = 0;
        if (((half_rows == 0) && (k_rest(columns, 2) == 0))) {
            spine = ((columns > 0) ? 2 : 5);
            spine_steps = k_quotient(k_abs(columns), 2);
        } else {
            if ((k_abs(half_rows) == (3 * k_abs(columns)))) {
                spine_steps = k_abs(columns);
                if ((half_rows > 0)) {
                    spine = ((columns > 0) ? 3 : 4);
                } else {
                    spine = ((columns > 0) ? 1 : 0);
                }
            }
        }
        if ((spine >= 0)) {
            here = a;
            for (int64_t i3 = 0, stopi3 = spine_steps, byi3 = 1; i3 < stopi3; i3 += byi3) {
                number = i3;
                before = k_rest((spine + 5), 6);
                one = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_at(before, neighbours_1)];
                two = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_wrapped(spine, neighbours_1)];
                step_hex[k_at(steps, step_hex_0)] = here;
                step_twin[k_at(steps, step_twin_0)] = (-1);
                step_end[k_at(steps, step_end_0)] = ((double)((3 * number) + 1) / (double)(3 * spine_steps));
                if ((number == 0)) {
                    step_end[k_at(steps, step_end_0)] = k_min_f((step_end[k_at(steps, step_end_0)] + ((double)grace_width / (double)length)), ((double)1 / (double)spine_steps));
                }
                step_mark[k_at(steps, step_mark_0)] = (uint8_t)0;
                steps = (steps + 1);
                beyond = (-1);
                if ((one >= 0)) {
                    beyond = neighbours[(k_wrapped(one, neighbours_0)) * neighbours_1 + k_wrapped(spine, neighbours_1)];
                } else {
                    if ((two >= 0)) {
                        beyond = neighbours[(k_wrapped(two, neighbours_0)) * neighbours_1 + k_at(before, neighbours_1)];
                    }
                }
                step_hex[k_at(steps, step_hex_0)] = ((one >= 0) ? one : two);
                step_twin[k_at(steps, step_twin_0)] = ((one >= 0) ? two : (-1));
                step_end[k_at(steps, step_end_0)] = ((double)((3 * number) + 2) / (double)(3 * spine_steps));
                if ((number == (spine_steps - 1))) {
                    step_end[k_at(steps, step_end_0)] = (step_end[k_at(steps, step_end_0)] - ((double)grace_width / (double)length));
                }
                step_mark[k_at(steps, step_mark_0)] = (uint8_t)4;
                steps = (steps + 1);
                here = beyond;
            }
            step_hex[k_at(steps, step_hex_0)] = b;
            step_twin[k_at(steps, step_twin_0)] = (-1);
            step_end[k_at(steps, step_end_0)] = 1.0;
            step_mark[k_at(steps, step_mark_0)] = (uint8_t)0;
            steps = (steps + 1);
        } else {
            here = a;
            entered = (-1);
            while (((here >= 0) && (steps < (most - 2)))) {
                best = 2.0;
                side_out = (-1);
                vertex = (-1);
                px = (ax - centres[(k_wrapped(here, centres_0)) * centres_1 + k_at(0, centres_1)]);
                py = (ay - centres[(k_wrapped(here, centres_0)) * centres_1 + k_at(1, centres_1)]);
                for (int64_t i4 = 0, stopi4 = 6, byi4 = 1; i4 < stopi4; i4 += byi4) {
                    side = i4;
                    along = ((normal_x[k_at(side, 6)] * dx) + (normal_y[k_at(side, 6)] * dy));
                    if ((along <= 1e-09)) {
                        continue;
                    }
                    t = ((double)((reach[k_at(side, 6)] - (normal_x[k_at(side, 6)] * px)) - (normal_y[k_at(side, 6)] * py)) / (double)along);
                    if ((t < (best - tiny))) {
                        best = t;
                        side_out = side;
                        vertex = (-1);
                    } else {
                        if (((t < (best + tiny)) && (t < 1.0))) {
                            vertex = ((k_rest((side_out + 1), 6) == side) ? side : side_out);
                            cross = ((corners[(k_wrapped(vertex, corners_0)) * corners_1 + k_at(0, corners_1)] * dy) - (corners[(k_wrapped(vertex, corners_0)) * corners_1 + k_at(1, corners_1)] * dx));
                            side_out = ((cross > 0) ? vertex : k_rest((vertex + 5), 6));
                        }
                    }
                }
                if (((here == b) || (best >= 1.0))) {
                    best = 1.0;
                    side_out = (-1);
                    vertex = (-1);
                } else {
                    if (((here == a) != (neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_wrapped(side_out, neighbours_1)] == b))) {
                        outward = ((here == a) ? 1 : (-1));
                        along = ((normal_x[k_wrapped(side_out, 6)] * dx) + (normal_y[k_wrapped(side_out, 6)] * dy));
                        best = (best + ((double)(outward * grace) / (double)along));
                    }
                }
                step_hex[k_at(steps, step_hex_0)] = here;
                step_twin[k_at(steps, step_twin_0)] = (-1);
                step_end[k_at(steps, step_end_0)] = best;
                rim = 0;
                if (((side_out >= 0) && rims[(k_wrapped(here, rims_0)) * rims_1 + k_wrapped(side_out, rims_1)])) {
                    rim = 8;
                }
                if (((entered >= 0) && rims[(k_wrapped(here, rims_0)) * rims_1 + k_wrapped(entered, rims_1)])) {
                    rim = 8;
                }
                step_mark[k_at(steps, step_mark_0)] = (uint8_t)rim;
                steps = (steps + 1);
                if ((vertex >= 0)) {
                    entered_first = (side_out == vertex);
                    beside = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_wrapped((entered_first ? k_rest((vertex + 5), 6) : vertex), neighbours_1)];
                    if ((0 <= beside && beside < known)) {
                        corner = (entered_first ? k_rest((vertex + 2), 6) : k_rest((vertex + 4), 6));
                        step_hex[k_at(steps, step_hex_0)] = beside;
                        step_twin[k_at(steps, step_twin_0)] = (-1);
                        step_end[k_at(steps, step_end_0)] = best;
                        step_mark[k_at(steps, step_mark_0)] = (uint8_t)(16 | k_left(corner, 5));
                        steps = (steps + 1);
                    }
                }
                if ((side_out < 0)) {
                    break;
                }
                here = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_wrapped(side_out, neighbours_1)];
                entered = k_rest((side_out + 3), 6);
            }
        }
        begin = 0.0;
        for (int64_t i5 = 0, stopi5 = steps, byi5 = 1; i5 < stopi5; i5 += byi5) {
            step = i5;
            here = step_hex[k_at(step, step_hex_0)];
            near_a = (-1.0);
            near_b = 2.0;
            if ((here >= 0)) {
                hx = (centres[(k_wrapped(here, centres_0)) * centres_1 + k_at(0, centres_1)] - ax);
                hy = (centres[(k_wrapped(here, centres_0)) * centres_1 + k_at(1, centres_1)] - ay);
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - places[(k_wrapped(a, places_0)) * places_1 + k_at(0, places_1)]));
                gap_h = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - places[(k_wrapped(a, places_0)) * places_1 + k_at(1, places_1)]));
                if (((gap_c + k_max_i(0, k_quotient((gap_h - gap_c), 2))) == 1)) {
                    near_a = ((double)sqrt(((hx * hx) + (hy * hy))) / (double)length);
                }
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - places[(k_wrapped(b, places_0)) * places_1 + k_at(0, places_1)]));
                gap_h = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - places[(k_wrapped(b, places_0)) * places_1 + k_at(1, places_1)]));
                if (((gap_c + k_max_i(0, k_quotient((gap_h - gap_c), 2))) == 1)) {
                    near_b = (1 - ((double)sqrt((k_square((hx - dx)) + k_square((hy - dy)))) / (double)length));
                }
            }
            touched = (step_mark[k_at(step, step_mark_0)] & 16);
            while ((touched || (begin < (step_end[k_at(step, step_end_0)] - tiny)))) {
                finish = step_end[k_at(step, step_end_0)];
                mark = step_mark[k_at(step, step_mark_0)];
                if ((begin < (near_a - tiny))) {
                    mark = (mark | 1);
                    finish = k_min_f(finish, near_a);
                }
                if ((begin > (near_b - tiny))) {
                    mark = (mark | 2);
                } else {
                    finish = k_min_f(finish, near_b);
                }
                out_end[k_wrapped(count, out_end_0)] = finish;
                out_hex[k_wrapped(count, out_hex_0)] = (int16_t)here;
                out_twin[k_wrapped(count, out_twin_0)] = (int16_t)step_twin[k_at(step, step_twin_0)];
                out_mark[k_wrapped(count, out_mark_0)] = (uint8_t)mark;
                count = (count + 1);
                begin = (touched ? step_end[k_at(step, step_end_0)] : finish);
                touched = 0;
            }
        }
    }
    starts[k_at(lines, starts_0)] = count;
    return lines;
}

SHARED const char pixel_drawing_near_cliffs_given[] =
    "int64[1] bool[2] float64[2] float64[2] float64[1] int int =int64[1] =int64[1] =int64[1]";
SHARED const char pixel_drawing_near_cliffs_constants[] =
    "";

SHARED int64_t pixel_drawing_near_cliffs(const Given *given)
{
    const int64_t *const beside = given[0].array;
    const int64_t beside_0 = given[1].whole;
    const bool *const cliffs = given[2].array;
    const int64_t cliffs_0 = given[3].whole;
    const int64_t cliffs_1 = given[4].whole;
    const double *const centres = given[5].array;
    const int64_t centres_0 = given[6].whole;
    const int64_t centres_1 = given[7].whole;
    const double *const anchors = given[8].array;
    const int64_t anchors_0 = given[9].whole;
    const int64_t anchors_1 = given[10].whole;
    const double *const reach = given[11].array;
    const int64_t reach_0 = given[12].whole;
    const int64_t width = given[13].whole;
    const int64_t height = given[14].whole;
    int64_t *const ys = given[15].array;
    const int64_t ys_0 = given[16].whole;
    int64_t *const xs = given[17].array;
    const int64_t xs_0 = given[18].whole;
    int64_t *const numbers = given[19].array;
    const int64_t numbers_0 = given[20].whole;
    int64_t count = 0;
    int64_t number = 0;
    double x = 0;
    double y = 0;
    int64_t row = 0;
    int64_t column = 0;
    double least = 0;
    double cliff = 0;
    int64_t anchor = 0;
    double off_x = 0;
    double off_y = 0;
    double gap = 0;

    count = 0;
    for (int64_t i1 = 0; i1 < beside_0; i1++) {
        number = beside[i1];
        x = centres[(k_wrapped(number, centres_0)) * centres_1 + k_at(0, centres_1)];
        y = centres[(k_wrapped(number, centres_0)) * centres_1 + k_at(1, centres_1)];
        for (int64_t i2 = k_max_i(0, (int64_t)(y - reach[k_at(1, reach_0)])), stopi2 = k_min_i(height, ((int64_t)(y + reach[k_at(1, reach_0)]) + 1)), byi2 = 1; i2 < stopi2; i2 += byi2) {
            row = i2;
            for (int64_t i3 = k_max_i(0, (int64_t)(x - reach[k_at(0, reach_0)])), stopi3 = k_min_i(width, ((int64_t)(x + reach[k_at(0, reach_0)]) + 1)), byi3 = 1; i3 < stopi3; i3 += byi3) {
                column = i3;
                least = INFINITY;
                cliff = INFINITY;
                for (int64_t i4 = 0, stopi4 = 7, byi4 = 1; i4 < stopi4; i4 += byi4) {
                    anchor = i4;
                    off_x = (((column + 0.5) - x) - anchors[(k_at(anchor, anchors_0)) * anchors_1 + k_at(0, anchors_1)]);
                    off_y = (((row + 0.5) - y) - anchors[(k_at(anchor, anchors_0)) * anchors_1 + k_at(1, anchors_1)]);
                    gap = ((off_x * off_x) + (off_y * off_y));
                    least = k_min_f(least, gap);
                    if (((anchor < 6) && cliffs[(k_wrapped(number, cliffs_0)) * cliffs_1 + k_at(anchor, cliffs_1)])) {
                        cliff = k_min_f(cliff, gap);
                    }
                }
                if ((cliff <= (least + 1e-09))) {
                    ys[k_at(count, ys_0)] = row;
                    xs[k_at(count, xs_0)] = column;
                    numbers[k_at(count, numbers_0)] = number;
                    count = (count + 1);
                }
            }
        }
    }
    return count;
}

SHARED const char pixel_drawing_nearest_given[] =
    "int64[1] int64[1] int64[1] int64[1] float64[2] int32[2] int32[2] bool[1] int64[2] float64[3] =int64[1] =bool[1]";
SHARED const char pixel_drawing_nearest_constants[] =
    "";

SHARED int64_t pixel_drawing_nearest(const Given *given)
{
    const int64_t *const xs = given[0].array;
    const int64_t xs_0 = given[1].whole;
    const int64_t *const ys = given[2].array;
    const int64_t ys_0 = given[3].whole;
    const int64_t *const owners = given[4].array;
    const int64_t owners_0 = given[5].whole;
    const int64_t *const other_owners = given[6].array;
    const int64_t other_owners_0 = given[7].whole;
    const double *const centres = given[8].array;
    const int64_t centres_0 = given[9].whole;
    const int64_t centres_1 = given[10].whole;
    const int32_t *const neighbours = given[11].array;
    const int64_t neighbours_0 = given[12].whole;
    const int64_t neighbours_1 = given[13].whole;
    const int32_t *const by_hex = given[14].array;
    const int64_t by_hex_0 = given[15].whole;
    const int64_t by_hex_1 = given[16].whole;
    const bool *const wanted = given[17].array;
    const int64_t wanted_0 = given[18].whole;
    const int64_t *const around = given[19].array;
    const int64_t around_0 = given[20].whole;
    const int64_t around_1 = given[21].whole;
    const double *const ends = given[22].array;
    const int64_t ends_0 = given[23].whole;
    const int64_t ends_1 = given[24].whole;
    const int64_t ends_2 = given[25].whole;
    int64_t *const found = given[26].array;
    const int64_t found_0 = given[27].whole;
    bool *const past = given[28].array;
    const int64_t past_0 = given[29].whole;
    int64_t pixel = 0;
    double least = 0;
    int64_t turn = 0;
    int64_t owner = 0;
    double x = 0;
    double y = 0;
    int64_t each = 0;
    int64_t hex_at = 0;
    int64_t number = 0;
    double from_x = 0;
    double from_y = 0;
    double along_x = 0;
    double along_y = 0;
    double squared = 0;
    double share = 0;
    double off_x = 0;
    double off_y = 0;
    double gap = 0;
    double length = 0;
    double course_x = 0;
    double course_y = 0;
    double along = 0;
    double beyond = 0;

    for (int64_t i1 = 0, stopi1 = xs_0, byi1 = 1; i1 < stopi1; i1 += byi1) {
        pixel = i1;
        least = INFINITY;
        for (int64_t i2 = 0, stopi2 = 2, byi2 = 1; i2 < stopi2; i2 += byi2) {
            turn = i2;
            owner = ((turn == 0) ? owners[k_at(pixel, owners_0)] : other_owners[k_at(pixel, other_owners_0)]);
            if ((owner < 0)) {
                continue;
            }
            x = ((xs[k_at(pixel, xs_0)] + 0.5) - centres[(k_wrapped(owner, centres_0)) * centres_1 + k_at(0, centres_1)]);
            y = ((ys[k_at(pixel, ys_0)] + 0.5) - centres[(k_wrapped(owner, centres_0)) * centres_1 + k_at(1, centres_1)]);
            for (int64_t i3 = 0, stopi3 = around_0, byi3 = 1; i3 < stopi3; i3 += byi3) {
                each = i3;
                hex_at = ((around[(k_at(each, around_0)) * around_1 + k_at(0, around_1)] < 0) ? owner : neighbours[(k_wrapped(owner, neighbours_0)) * neighbours_1 + k_wrapped(around[(k_at(each, around_0)) * around_1 + k_at(0, around_1)], neighbours_1)]);
                if ((hex_at < 0)) {
                    continue;
                }
                number = by_hex[(k_wrapped(hex_at, by_hex_0)) * by_hex_1 + k_wrapped(around[(k_at(each, around_0)) * around_1 + k_at(1, around_1)], by_hex_1)];
                if (((number < 0) || (!wanted[k_wrapped(number, wanted_0)]))) {
                    continue;
                }
                from_x = (x - ends[((k_at(each, ends_0)) * ends_1 + k_at(0, ends_1)) * ends_2 + k_at(0, ends_2)]);
                from_y = (y - ends[((k_at(each, ends_0)) * ends_1 + k_at(0, ends_1)) * ends_2 + k_at(1, ends_2)]);
                along_x = (ends[((k_at(each, ends_0)) * ends_1 + k_at(1, ends_1)) * ends_2 + k_at(0, ends_2)] - ends[((k_at(each, ends_0)) * ends_1 + k_at(0, ends_1)) * ends_2 + k_at(0, ends_2)]);
                along_y = (ends[((k_at(each, ends_0)) * ends_1 + k_at(1, ends_1)) * ends_2 + k_at(1, ends_2)] - ends[((k_at(each, ends_0)) * ends_1 + k_at(0, ends_1)) * ends_2 + k_at(1, ends_2)]);
                squared = ((along_x * along_x) + (along_y * along_y));
                share = k_min_f(k_max_f(((double)((from_x * along_x) + (from_y * along_y)) / (double)squared), 0.0), 1.0);
                off_x = (from_x - (share * along_x));
                off_y = (from_y - (share * along_y));
                gap = (sqrt(((off_x * off_x) + (off_y * off_y))) + (1e-06 * around[(k_at(each, around_0)) * around_1 + k_at(2, around_1)]));
                if ((gap < (least - 1e-09))) {
                    least = gap;
                    found[k_at(pixel, found_0)] = number;
                    length = sqrt(squared);
                    course_x = ((double)along_x / (double)length);
                    course_y = ((double)along_y / (double)length);
                    along = ((from_x * course_x) + (from_y * course_y));
                    beyond = k_max_f((-along), (along - length));
                    past[k_at(pixel, past_0)] = (beyond > ((double)(fabs(course_x) + fabs(course_y)) / (double)2));
                }
            }
        }
    }
    return 0;
}

SHARED const char pixel_tracing_pack_given[] =
    "uint16[2] int int int =uint8[1] =uint32[2]";
SHARED const char pixel_tracing_pack_constants[] =
    "DEEP=128 LEAP_BITS=7";

SHARED int64_t pixel_tracing_pack(const Given *given)
{
    const uint16_t *const codes = given[0].array;
    const int64_t codes_0 = given[1].whole;
    const int64_t codes_1 = given[2].whole;
    const bool steep = given[3].whole != 0;
    const bool leftward = given[4].whole != 0;
    const bool upward = given[5].whole != 0;
    uint8_t *const leaps = given[6].array;
    const int64_t leaps_0 = given[7].whole;
    uint32_t *const packed = given[8].array;
    const int64_t packed_0 = given[9].whole;
    const int64_t packed_1 = given[10].whole;
    int64_t height = 0;
    int64_t width = 0;
    int64_t to_x = 0;
    int64_t to_y = 0;
    int64_t row = 0;
    int64_t y = 0;
    int64_t before = 0;
    int64_t beyond = 0;
    int64_t column = 0;
    int64_t x = 0;
    int64_t code = 0;
    int64_t leap = 0;
    int64_t below = 0;
    int64_t deep = 0;
    bool down = 0;
    bool across = 0;
    bool both = 0;
    int64_t back_y = 0;
    int64_t back_x = 0;

    height = codes_0;
    width = codes_1;
    to_x = (leftward ? (-1) : 1);
    to_y = (upward ? (-1) : 1);
    for (int64_t i1 = 0, stopi1 = height, byi1 = 1; i1 < stopi1; i1 += byi1) {
        row = i1;
        y = (upward ? row : ((height - 1) - row));
        before = 0;
        beyond = 0;
        for (int64_t i2 = 0, stopi2 = width, byi2 = 1; i2 < stopi2; i2 += byi2) {
            column = i2;
            x = (leftward ? column : ((width - 1) - column));
            code = codes[(k_wrapped(y, codes_0)) * codes_1 + k_wrapped(x, codes_1)];
            leap = 0;
            below = leaps[k_wrapped(x, leaps_0)];
            deep = 0;
            if (((row > 0) && (column > 0))) {
                down = (codes[(k_wrapped((y + to_y), codes_0)) * codes_1 + k_wrapped(x, codes_1)] == code);
                across = (codes[(k_wrapped(y, codes_0)) * codes_1 + k_wrapped((x + to_x), codes_1)] == code);
                both = (codes[(k_wrapped((y + to_y), codes_0)) * codes_1 + k_wrapped((x + to_x), codes_1)] == code);
                if ((steep ? across : down)) {
                    leap = 1;
                    if ((both && (steep ? down : across))) {
                        leap = (k_min_i(k_min_i((steep ? below : before), beyond), 126) + 1);
                    }
                }
                if ((down && across && both && (row < (height - 1)) && (column < (width - 1)))) {
                    back_y = (y - to_y);
                    back_x = (x - to_x);
                    if (((codes[(k_wrapped(back_y, codes_0)) * codes_1 + k_wrapped(back_x, codes_1)] == code) && (codes[(k_wrapped(back_y, codes_0)) * codes_1 + k_wrapped(x, codes_1)] == code) && (codes[(k_wrapped(back_y, codes_0)) * codes_1 + k_wrapped((x + to_x), codes_1)] == code) && (codes[(k_wrapped(y, codes_0)) * codes_1 + k_wrapped(back_x, codes_1)] == code) && (codes[(k_wrapped((y + to_y), codes_0)) * codes_1 + k_wrapped(back_x, codes_1)] == code))) {
                        deep = 128;
                    }
                }
            }
            beyond = below;
            before = leap;
            leaps[k_wrapped(x, leaps_0)] = (uint8_t)leap;
            packed[(k_wrapped(y, packed_0)) * packed_1 + k_wrapped(x, packed_1)] = (uint32_t)((k_left(code, (7 + 1)) | deep) | ((leap > 0) ? leap : 1));
        }
    }
    return 0;
}

SHARED const char pixel_tracing_walk_given[] =
    "8*uint32[2] uint16[2] int64[1] int bool[1] int32[2] float64[2] int64[1] float64[1] int16[1] int16[1] uint8[1] float64[2] bool[3] int64[1] int64[1] int64[1] int64[1] bool[1] bool[1] int64[2] int64[2] int64[1] bool[1] int32[1] int32[1] int32[2] =bool[1] int int int =int64[1] =int16[1] =uint16[1] =uint8[1] =uint8[1]";
SHARED const char pixel_tracing_walk_constants[] =
    "ALONG=4 AT_HEXSIDE=1048576 FAR=4 NEAR_A=1 NOWHERE=-1 SLOTS=8192 TOLERANCE=1e-09 TOUCHED=16";

SHARED int64_t pixel_tracing_walk(const Given *given)
{
    const Given *packed = given + 0;
    const uint16_t *const terrain_of = given[24].array;
    const int64_t terrain_of_0 = given[25].whole;
    const int64_t terrain_of_1 = given[26].whole;
    const int64_t *const world_of = given[27].array;
    const int64_t world_of_0 = given[28].whole;
    const int64_t inherent_code = given[29].whole;
    const bool *const filled = given[30].array;
    const int64_t filled_0 = given[31].whole;
    const int32_t *const ends = given[32].array;
    const int64_t ends_0 = given[33].whole;
    const int64_t ends_1 = given[34].whole;
    const double *const centres = given[35].array;
    const int64_t centres_0 = given[36].whole;
    const int64_t centres_1 = given[37].whole;
    const int64_t *const stretch_starts = given[38].array;
    const int64_t stretch_starts_0 = given[39].whole;
    const double *const stretch_end = given[40].array;
    const int64_t stretch_end_0 = given[41].whole;
    const int16_t *const stretch_hex = given[42].array;
    const int64_t stretch_hex_0 = given[43].whole;
    const int16_t *const stretch_twin = given[44].array;
    const int64_t stretch_twin_0 = given[45].whole;
    const uint8_t *const stretch_mark = given[46].array;
    const int64_t stretch_mark_0 = given[47].whole;
    const double *const shifts = given[48].array;
    const int64_t shifts_0 = given[49].whole;
    const int64_t shifts_1 = given[50].whole;
    const bool *const blocks = given[51].array;
    const int64_t blocks_0 = given[52].whole;
    const int64_t blocks_1 = given[53].whole;
    const int64_t blocks_2 = given[54].whole;
    const int64_t *const low = given[55].array;
    const int64_t low_0 = given[56].whole;
    const int64_t *const sight = given[57].array;
    const int64_t sight_0 = given[58].whole;
    const int64_t *const sights_from = given[59].array;
    const int64_t sights_from_0 = given[60].whole;
    const int64_t *const stop_at = given[61].array;
    const int64_t stop_at_0 = given[62].whole;
    const bool *const built = given[63].array;
    const int64_t built_0 = given[64].whole;
    const bool *const plain_hex = given[65].array;
    const int64_t plain_hex_0 = given[66].whole;
    const int64_t *const places = given[67].array;
    const int64_t places_0 = given[68].whole;
    const int64_t places_1 = given[69].whole;
    const int64_t *const end_hexes = given[70].array;
    const int64_t end_hexes_0 = given[71].whole;
    const int64_t end_hexes_1 = given[72].whole;
    const int64_t *const near_slots = given[73].array;
    const int64_t near_slots_0 = given[74].whole;
    const bool *const a_lower = given[75].array;
    const int64_t a_lower_0 = given[76].whole;
    const int32_t *const levels = given[77].array;
    const int64_t levels_0 = given[78].whole;
    const int32_t *const side_at = given[79].array;
    const int64_t side_at_0 = given[80].whole;
    const int32_t *const sides = given[81].array;
    const int64_t sides_0 = given[82].whole;
    const int64_t sides_1 = given[83].whole;
    bool *const cut = given[84].array;
    const int64_t cut_0 = given[85].whole;
    const bool depths = given[86].whole != 0;
    const int64_t most = given[87].whole;
    const int64_t first = given[88].whole;
    int64_t *const starts = given[89].array;
    const int64_t starts_0 = given[90].whole;
    int16_t *const out_hex = given[91].array;
    const int64_t out_hex_0 = given[92].whole;
    uint16_t *const out_code = given[93].array;
    const int64_t out_code_0 = given[94].whole;
    uint8_t *const out_mark = given[95].array;
    const int64_t out_mark_0 = given[96].whole;
    uint8_t *const out_depth = given[97].array;
    const int64_t out_depth_0 = given[98].whole;
    double tiny = 0;
    double nudge = 0;
    int64_t lines = 0;
    int64_t last_code[2];
    double last_from[2];
    int64_t count = 0;
    int64_t room = 0;
    int64_t line = 0;
    int64_t world = 0;
    double ax = 0;
    double ay = 0;
    double dx = 0;
    double dy = 0;
    double sx = 0;
    double sy = 0;
    int64_t way_x = 0;
    int64_t way_y = 0;
    double inverse_x = 0;
    double inverse_y = 0;
    double span = 0;
    bool border_x = 0;
    bool border_y = 0;
    double from_x = 0;
    double from_y = 0;
    bool steep = 0;
    const Given *taken;
    const uint32_t *pixels = 0;
    int64_t pixels_0 = 0;
    int64_t pixels_1 = 0;
    int64_t height = 0;
    int64_t width = 0;
    int64_t ahead_x = 0;
    int64_t ahead_y = 0;
    double begin = 0;
    int64_t own_a = 0;
    int64_t own_b = 0;
    int64_t lot = 0;
    int64_t stopped = 0;
    int64_t all_stopped = 0;
    bool outside_a = 0;
    int64_t outside_b = 0;
    int64_t whole = 0;
    int64_t stretch = 0;
    int64_t a_c = 0;
    int64_t a_h = 0;
    int64_t b_c = 0;
    int64_t b_h = 0;
    int64_t gap_c = 0;
    double finish = 0;
    int64_t mark = 0;
    int64_t here = 0;
    int64_t twin = 0;
    bool apart = 0;
    bool far = 0;
    bool near = 0;
    int64_t lane = 0;
    int64_t to_a = 0;
    int64_t to_b = 0;
    int64_t seen = 0;
    double seen_from = 0;
    int64_t deepest = 0;
    double t = 0;
    int64_t x = 0;
    int64_t y = 0;
    int64_t leap = 0;
    double begun = 0;
    int64_t pixel = 0;
    int64_t code = 0;
    int64_t deep = 0;
    bool lost = 0;
    double other = 0;
    double middle = 0;
    bool amid = 0;
    bool across_in = 0;
    bool across_out = 0;
    double entry = 0;
    double exit_at = 0;
    bool comes_in = 0;
    bool goes_out = 0;
    int64_t beside = 0;
    double here_share = 0;
    double there_share = 0;
    int64_t next_x = 0;
    int64_t next_y = 0;
    bool goes_on = 0;
    bool less = 0;
    bool even = 0;
    int64_t stop = 0;
    int64_t beside_a = 0;
    int64_t flank = 0;
    int64_t ahead = 0;
    bool before = 0;
    int64_t corner = 0;
    int64_t after = 0;
    int64_t each = 0;
    int64_t at_x = 0;
    int64_t at_y = 0;
    bool open_there = 0;
    int64_t near_y = 0;
    int64_t number = 0;
    int64_t level = 0;
    int64_t near_x = 0;
    int64_t base = 0;
    int64_t key = 0;
    int64_t slot = 0;

    tiny = 1e-12;
    nudge = 1e-09;
    lines = ends_0;
    for (int i = 0; i < 2; i++) last_code[i] = (-1);
    for (int i = 0; i < 2; i++) last_from[i] = 0;
    count = starts[k_wrapped(first, starts_0)];
    room = out_hex_0;
    for (int64_t i1 = first, stopi1 = lines, byi1 = 1; i1 < stopi1; i1 += byi1) {
        line = i1;
        starts[k_wrapped(line, starts_0)] = count;
        if (((count + most) > room)) {
            return line;
        }
        world = world_of[k_wrapped(line, world_of_0)];
        ax = centres[(k_wrapped(ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(0, ends_1)], centres_0)) * centres_1 + k_at(0, centres_1)];
        ay = centres[(k_wrapped(ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(0, ends_1)], centres_0)) * centres_1 + k_at(1, centres_1)];
        dx = (centres[(k_wrapped(ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(1, ends_1)], centres_0)) * centres_1 + k_at(0, centres_1)] - ax);
        dy = (centres[(k_wrapped(ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(1, ends_1)], centres_0)) * centres_1 + k_at(1, centres_1)] - ay);
        sx = (ax + shifts[(k_wrapped(line, shifts_0)) * shifts_1 + k_at(0, shifts_1)]);
        sy = (ay + shifts[(k_wrapped(line, shifts_0)) * shifts_1 + k_at(1, shifts_1)]);
        way_x = ((dx > nudge) ? 1 : ((dx < (-nudge)) ? (-1) : 0));
        way_y = ((dy > nudge) ? 1 : ((dy < (-nudge)) ? (-1) : 0));
        inverse_x = ((way_x != 0) ? ((double)1 / (double)dx) : 0.0);
        inverse_y = ((way_y != 0) ? ((double)1 / (double)dy) : 0.0);
        span = k_min_f(((way_x != 0) ? fabs(inverse_x) : 2.0), ((way_y != 0) ? fabs(inverse_y) : 2.0));
        border_x = ((way_x == 0) && (fabs((sx - rint(sx))) < nudge));
        border_y = ((way_y == 0) && (fabs((sy - rint(sy))) < nudge));
        from_x = ((sx + 4) + ((way_x >= 0) ? nudge : (-nudge)));
        from_y = ((sy + 4) + ((way_y >= 0) ? nudge : (-nudge)));
        steep = (fabs(dy) > fabs(dx));
        taken = packed + 3 * k_at((((steep ? 4 : 0) + ((way_x < 0) ? 2 : 0)) + ((way_y < 0) ? 1 : 0)), 8);
        pixels = taken[0].array;
        pixels_0 = taken[1].whole;
        pixels_1 = taken[2].whole;
        height = pixels_0;
        width = pixels_1;
        ahead_x = ((way_x >= 0) ? 0 : 1);
        ahead_y = ((way_y >= 0) ? 0 : 1);
        begin = 0.0;
        own_a = stretch_hex[k_wrapped(stretch_starts[k_wrapped(line, stretch_starts_0)], stretch_hex_0)];
        own_b = stretch_hex[k_wrapped((stretch_starts[k_wrapped((line + 1), stretch_starts_0)] - 1), stretch_hex_0)];
        lot = (sights_from[k_wrapped((line + 1), sights_from_0)] - sights_from[k_wrapped(line, sights_from_0)]);
        stopped = 0;
        all_stopped = ((0 < lot && lot < 62) ? (k_left(1, lot) - 1) : 0);
        outside_a = false;
        outside_b = (-1);
        whole = 0;
        if ((all_stopped > 0)) {
            a_c = places[(k_wrapped(end_hexes[(k_wrapped(line, end_hexes_0)) * end_hexes_1 + k_at(0, end_hexes_1)], places_0)) * places_1 + k_at(0, places_1)];
            a_h = places[(k_wrapped(end_hexes[(k_wrapped(line, end_hexes_0)) * end_hexes_1 + k_at(0, end_hexes_1)], places_0)) * places_1 + k_at(1, places_1)];
            b_c = places[(k_wrapped(end_hexes[(k_wrapped(line, end_hexes_0)) * end_hexes_1 + k_at(1, end_hexes_1)], places_0)) * places_1 + k_at(0, places_1)];
            b_h = places[(k_wrapped(end_hexes[(k_wrapped(line, end_hexes_0)) * end_hexes_1 + k_at(1, end_hexes_1)], places_0)) * places_1 + k_at(1, places_1)];
            gap_c = k_abs((b_c - a_c));
            whole = (gap_c + k_max_i(0, k_quotient((k_abs((b_h - a_h)) - gap_c), 2)));
        }
        for (int64_t i2 = stretch_starts[k_wrapped(line, stretch_starts_0)], stopi2 = stretch_starts[k_wrapped((line + 1), stretch_starts_0)], byi2 = 1; i2 < stopi2; i2 += byi2) {
            stretch = i2;
            finish = stretch_end[k_wrapped(stretch, stretch_end_0)];
            mark = stretch_mark[k_wrapped(stretch, stretch_mark_0)];
            here = stretch_hex[k_wrapped(stretch, stretch_hex_0)];
            twin = stretch_twin[k_wrapped(stretch, stretch_twin_0)];
            if (((stopped > 0) && (stopped == all_stopped))) {
                cut[k_wrapped(line, cut_0)] = true;
                break;
            }
            if ((mark & 16)) {
                if (filled[k_wrapped(here, filled_0)]) {
                    out_hex[k_wrapped(count, out_hex_0)] = (int16_t)here;
                    out_code[k_wrapped(count, out_code_0)] = (uint16_t)inherent_code;
                    out_mark[k_wrapped(count, out_mark_0)] = (uint8_t)mark;
                    out_depth[k_wrapped(count, out_depth_0)] = (uint8_t)1;
                    count = (count + 1);
                }
                continue;
            }
            apart = false;
            far = false;
            near = false;
            if (((whole > 2) && (here >= 0) && (mark <= 1) && (twin < 0) && plain_hex[k_wrapped(here, plain_hex_0)])) {
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - a_c));
                to_a = (gap_c + k_max_i(0, k_quotient((k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - a_h)) - gap_c), 2)));
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - b_c));
                to_b = (gap_c + k_max_i(0, k_quotient((k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - b_h)) - gap_c), 2)));
                apart = ((mark == 0) && (2 <= to_a && to_a < whole) && (2 <= to_b && to_b < whole));
                far = (apart && (to_a >= 4) && (to_b >= 4));
                near = ((to_a < 2) && (to_b >= 4));
            }
            for (int64_t i3 = 0, stopi3 = ((border_x || border_y) ? 2 : 1), byi3 = 1; i3 < stopi3; i3 += byi3) {
                lane = i3;
                seen = (-1);
                seen_from = begin;
                deepest = 0;
                t = begin;
                while ((t < (finish - tiny))) {
                    x = ((int64_t)(from_x + (t * dx)) - 4);
                    y = ((int64_t)(from_y + (t * dy)) - 4);
                    if ((lane == 1)) {
                        x = (x - (border_x ? 1 : 0));
                        y = (y - (border_y ? 1 : 0));
                    }
                    leap = 1;
                    if (((0 <= x && x < width) && (0 <= y && y < height))) {
                        pixel = pixels[(k_wrapped(y, pixels_0)) * pixels_1 + k_wrapped(x, pixels_1)];
                        leap = (pixel & 127);
                        code = terrain_of[(k_wrapped(world, terrain_of_0)) * terrain_of_1 + k_at((pixel >> 8), terrain_of_1)];
                        deep = (((pixel & 128) || (!depths)) ? 2 : 1);
                        lost = false;
                        if (((leap == 1) && (code != seen) && ((t <= begin) || ((finish - t) < span)))) {
                            amid = ((here >= 0) && (twin < 0) && (here != own_a) && (here != own_b));
                            across_in = (amid && (t <= begin));
                            if (across_in) {
                                beside = stretch_hex[k_wrapped((stretch - 1), stretch_hex_0)];
                                across_in = ((beside >= 0) && (beside != here) && (beside != own_a));
                                across_in = (across_in && (stretch_twin[k_wrapped((stretch - 1), stretch_twin_0)] < 0));
                                across_in = (across_in && ((stretch_mark[k_wrapped((stretch - 1), stretch_mark_0)] & 16) == 0));
                            }
                            across_out = (amid && ((finish - t) < span));
                            if (across_out) {
                                beside = stretch_hex[k_wrapped((stretch + 1), stretch_hex_0)];
                                across_out = ((beside >= 0) && (beside != here) && (beside != own_b));
                                across_out = (across_out && (stretch_twin[k_wrapped((stretch + 1), stretch_twin_0)] < 0));
                                across_out = (across_out && ((stretch_mark[k_wrapped((stretch + 1), stretch_mark_0)] & 16) == 0));
                            }
                            entry = (-1.0);
                            exit_at = 2.0;
                            if ((way_x != 0)) {
                                entry = (((x + ahead_x) - sx) * inverse_x);
                                exit_at = ((((x + ahead_x) + way_x) - sx) * inverse_x);
                            }
                            if ((way_y != 0)) {
                                entry = k_max_f(entry, (((y + ahead_y) - sy) * inverse_y));
                                exit_at = k_min_f(exit_at, ((((y + ahead_y) + way_y) - sy) * inverse_y));
                            }
                            comes_in = (across_in && (entry < (begin - tiny)));
                            comes_in = (comes_in && (exit_at < (finish + tiny)));
                            goes_out = (across_out && (entry > (begin - tiny)));
                            goes_out = (goes_out && (exit_at > (finish + tiny)));
                            if ((comes_in && (stretch >= 2))) {
                                comes_in = (entry > (stretch_end[k_wrapped((stretch - 2), stretch_end_0)] - tiny));
                            }
                            if (goes_out) {
                                goes_out = (exit_at < (stretch_end[k_wrapped((stretch + 1), stretch_end_0)] + tiny));
                            }
                            if ((comes_in || goes_out)) {
                                here_share = (comes_in ? (exit_at - begin) : (finish - entry));
                                there_share = ((exit_at - entry) - here_share);
                                next_x = ((int64_t)(from_x + (exit_at * dx)) - 4);
                                next_y = ((int64_t)(from_y + (exit_at * dy)) - 4);
                                if ((lane == 1)) {
                                    next_x = (next_x - (border_x ? 1 : 0));
                                    next_y = (next_y - (border_y ? 1 : 0));
                                }
                                goes_on = ((0 <= next_x && next_x < width) && (0 <= next_y && next_y < height));
                                if (goes_on) {
                                    ahead = (pixels[(k_wrapped(next_y, pixels_0)) * pixels_1 + k_wrapped(next_x, pixels_1)] >> 8);
                                    goes_on = (terrain_of[(k_wrapped(world, terrain_of_0)) * terrain_of_1 + k_at(ahead, terrain_of_1)] == code);
                                }
                                less = (here_share < (there_share - nudge));
                                even = (fabs((here_share - there_share)) <= nudge);
                                if (comes_in) {
                                    before = (last_code[k_at(lane, 2)] == code);
                                    before = (before && (last_from[k_at(lane, 2)] < (entry + tiny)));
                                    lost = ((!goes_on) && (less || (even && before)));
                                } else {
                                    lost = (less || (even && goes_on));
                                }
                            }
                        }
                        if ((code == seen)) {
                            if ((deep > deepest)) {
                                deepest = deep;
                                out_depth[k_wrapped((count - 1), out_depth_0)] = (uint8_t)deepest;
                            }
                        } else {
                            if (((here >= 0) && (!lost))) {
                                if (((stopped > 0) && (stopped == all_stopped))) {
                                    break;
                                }
                                if (((all_stopped > 0) && (!built[k_at(code, built_0)]))) {
                                    outside_a = true;
                                }
                                stop = ((apart || near) ? stop_at[k_at(code, stop_at_0)] : -1);
                                beside_a = 0;
                                if ((stop >= 1048576)) {
                                    stop = ((far || near) ? (stop - 1048576) : -1);
                                    if (near) {
                                        for (int64_t i4 = 0, stopi4 = 4, byi4 = 1; i4 < stopi4; i4 += byi4) {
                                            corner = i4;
                                            if ((sides[(k_wrapped(side_at[k_at(code, side_at_0)], sides_0)) * sides_1 + k_at(corner, sides_1)] == end_hexes[(k_wrapped(line, end_hexes_0)) * end_hexes_1 + k_at(0, end_hexes_1)])) {
                                                beside_a = ((corner < 2) ? 1 : 2);
                                            }
                                        }
                                    }
                                }
                                if ((near && (to_a == 0) && (beside_a == 0))) {
                                    stop = -1;
                                }
                                if ((stop >= 0)) {
                                    if ((built[k_at(code, built_0)] && (outside_b < 0))) {
                                        outside_b = 0;
                                        for (int64_t i5 = (stretch_starts[k_wrapped((line + 1), stretch_starts_0)] - 1), stopi5 = stretch, byi5 = (-1); i5 > stopi5; i5 += byi5) {
                                            after = i5;
                                            middle = ((double)(stretch_end[k_wrapped((after - 1), stretch_end_0)] + stretch_end[k_wrapped(after, stretch_end_0)]) / (double)2);
                                            at_x = ((int64_t)(from_x + (middle * dx)) - 4);
                                            at_y = ((int64_t)(from_y + (middle * dy)) - 4);
                                            open_there = (stretch_hex[k_wrapped(after, stretch_hex_0)] >= 0);
                                            for (int64_t i6 = k_max_i(0, (at_y - 1)), stopi6 = k_min_i(height, (at_y + 2)), byi6 = 1; i6 < stopi6; i6 += byi6) {
                                                near_y = i6;
                                                for (int64_t i7 = k_max_i(0, (at_x - 1)), stopi7 = k_min_i(width, (at_x + 2)), byi7 = 1; i7 < stopi7; i7 += byi7) {
                                                    near_x = i7;
                                                    if (built[k_at((pixels[(k_at(near_y, pixels_0)) * pixels_1 + k_at(near_x, pixels_1)] >> 8), built_0)]) {
                                                        open_there = false;
                                                    }
                                                }
                                            }
                                            if (open_there) {
                                                outside_b = after;
                                                break;
                                            }
                                        }
                                    }
                                    if (((!built[k_at(code, built_0)]) || (outside_a && (stretch < outside_b)))) {
                                        for (int64_t i8 = 0, stopi8 = lot, byi8 = 1; i8 < stopi8; i8 += byi8) {
                                            each = i8;
                                            number = (sights_from[k_wrapped(line, sights_from_0)] + each);
                                            level = ((stop >> 8) - low[k_wrapped(number, low_0)]);
                                            if (near) {
                                                base = ((mark == 1) ? (levels[k_wrapped(here, levels_0)] - low[k_wrapped(number, low_0)]) : 0);
                                                key = (((((sight[k_wrapped(number, sight_0)] * 256) + level) * 256) + base) + 128);
                                                key = ((((key * 256) + (stop & 255)) * 4) + beside_a);
                                                key = ((key * 4) + ((to_a == 0) ? 2 : mark));
                                                key = ((key * 2) + (a_lower[k_wrapped(number, a_lower_0)] ? 1 : 0));
                                                key = ((key * 2) + ((to_b >= whole) ? 1 : 0));
                                                slot = (((key ^ (key >> 13)) ^ (key >> 26)) & (8192 - 1));
                                                if ((near_slots[k_wrapped(slot, near_slots_0)] == key)) {
                                                    stopped = (stopped | k_left(1, each));
                                                }
                                            } else {
                                                if (blocks[((k_wrapped(sight[k_wrapped(number, sight_0)], blocks_0)) * blocks_1 + k_wrapped(level, blocks_1)) * blocks_2 + k_at((stop & 255), blocks_2)]) {
                                                    stopped = (stopped | k_left(1, each));
                                                }
                                            }
                                        }
                                    }
                                }
                                seen = code;
                                seen_from = t;
                                deepest = deep;
                                for (int i9 = 0; i9 < 2; i9++) {
                                    flank = i9 == 0 ? here : twin;
                                    if ((flank < 0)) {
                                        continue;
                                    }
                                    if (((mark & 4) && filled[k_wrapped(flank, filled_0)])) {
                                        out_hex[k_wrapped(count, out_hex_0)] = (int16_t)flank;
                                        out_code[k_wrapped(count, out_code_0)] = (uint16_t)inherent_code;
                                        out_mark[k_wrapped(count, out_mark_0)] = (uint8_t)mark;
                                        out_depth[k_wrapped(count, out_depth_0)] = (uint8_t)deep;
                                        count = (count + 1);
                                    }
                                    out_hex[k_wrapped(count, out_hex_0)] = (int16_t)flank;
                                    out_code[k_wrapped(count, out_code_0)] = (uint16_t)code;
                                    out_mark[k_wrapped(count, out_mark_0)] = (uint8_t)mark;
                                    out_depth[k_wrapped(count, out_depth_0)] = (uint8_t)deep;
                                    count = (count + 1);
                                }
                            }
                        }
                    }
                    begun = t;
                    if (steep) {
                        t = ((((y + ahead_y) + (way_y * leap)) - sy) * inverse_y);
                    } else {
                        t = ((((x + ahead_x) + (way_x * leap)) - sx) * inverse_x);
                    }
                    if ((leap == 1)) {
                        other = 2.0;
                        if (steep) {
                            if ((way_x != 0)) {
                                other = ((((x + ahead_x) + way_x) - sx) * inverse_x);
                            }
                        } else {
                            if ((way_y != 0)) {
                                other = ((((y + ahead_y) + way_y) - sy) * inverse_y);
                            }
                        }
                        t = k_min_f(t, other);
                    }
                    if (((leap > 2) && (deepest == 1))) {
                        middle = ((double)(begun + k_min_f(t, finish)) / (double)2);
                        x = ((int64_t)(from_x + (middle * dx)) - 4);
                        y = ((int64_t)(from_y + (middle * dy)) - 4);
                        if (((0 <= x && x < width) && (0 <= y && y < height) && (pixels[(k_wrapped(y, pixels_0)) * pixels_1 + k_wrapped(x, pixels_1)] & 128))) {
                            deepest = 2;
                            out_depth[k_wrapped((count - 1), out_depth_0)] = (uint8_t)2;
                        }
                    }
                }
                last_code[k_at(lane, 2)] = seen;
                last_from[k_at(lane, 2)] = seen_from;
            }
            begin = finish;
        }
        if (((stopped > 0) && (stopped == all_stopped))) {
            cut[k_wrapped(line, cut_0)] = true;
        }
    }
    starts[k_at(lines, starts_0)] = count;
    return lines;
}

SHARED const char situations_situate_given[] =
    "int64[1] int16[1] uint16[1] uint8[1] int32[2] int32[2] int64[2] int32[1] bool[1] int32[1] int64[1] int32[2] int32[1] int32[1] int64[1] int64[1] bool[2] int32[1] int32[1] int32[1] int32[1] bool[1] int32[2] bool[1] bool[1] bool[1] int int32[2] int32[2] bool[1] bool[1] bool[1] bool[1] int32[2] bool[1] =uint8[1] =int64[1] =int32[1] =int64[1] =int64[1] int =int64[1] =int32[1] =uint8[1] =uint8[1]";
SHARED const char situations_situate_constants[] =
    "TOUCHED=16 VERTEX_FROM=5 ZERO_LEVEL=128 _ALONG_TRAM=14 _ASIDE=11 _BASE=37 _CLIFF=8 _FOOT=29 _GRAZED=15 _GROUND=45 _INDOORS_LOWER=10 _INDOORS_UPPER=9 _IN_HEX=12 _NEAR_LOWER=5 _NEAR_UPPER=4 _PLACES=16 _SIDE_LOWER=2 _SIDE_UPPER=0 _SIGHT=53 _TERRAIN=21 _WAY=6";

SHARED int64_t situations_situate(const Given *given)
{
    const int64_t *const run_starts = given[0].array;
    const int64_t run_starts_0 = given[1].whole;
    const int16_t *const run_hex = given[2].array;
    const int64_t run_hex_0 = given[3].whole;
    const uint16_t *const run_code = given[4].array;
    const int64_t run_code_0 = given[5].whole;
    const uint8_t *const run_mark = given[6].array;
    const int64_t run_mark_0 = given[7].whole;
    const int32_t *const ends = given[8].array;
    const int64_t ends_0 = given[9].whole;
    const int64_t ends_1 = given[10].whole;
    const int32_t *const points = given[11].array;
    const int64_t points_0 = given[12].whole;
    const int64_t points_1 = given[13].whole;
    const int64_t *const grid = given[14].array;
    const int64_t grid_0 = given[15].whole;
    const int64_t grid_1 = given[16].whole;
    const int32_t *const line_of = given[17].array;
    const int64_t line_of_0 = given[18].whole;
    const bool *const lower_first = given[19].array;
    const int64_t lower_first_0 = given[20].whole;
    const int32_t *const low = given[21].array;
    const int64_t low_0 = given[22].whole;
    const int64_t *const sight_of = given[23].array;
    const int64_t sight_of_0 = given[24].whole;
    const int32_t *const places = given[25].array;
    const int64_t places_0 = given[26].whole;
    const int64_t places_1 = given[27].whole;
    const int32_t *const hex_level = given[28].array;
    const int64_t hex_level_0 = given[29].whole;
    const int32_t *const hex_ground = given[30].array;
    const int64_t hex_ground_0 = given[31].whole;
    const int64_t *const hex_facts = given[32].array;
    const int64_t hex_facts_0 = given[33].whole;
    const int64_t *const unknown = given[34].array;
    const int64_t unknown_0 = given[35].whole;
    const bool *const tram_over = given[36].array;
    const int64_t tram_over_0 = given[37].whole;
    const int64_t tram_over_1 = given[38].whole;
    const int32_t *const hex_inherent = given[39].array;
    const int64_t hex_inherent_0 = given[40].whole;
    const int32_t *const touch_terrain = given[41].array;
    const int64_t touch_terrain_0 = given[42].whole;
    const int32_t *const touch_level = given[43].array;
    const int64_t touch_level_0 = given[44].whole;
    const int32_t *const touch_side = given[45].array;
    const int64_t touch_side_0 = given[46].whole;
    const bool *const touch_cliff = given[47].array;
    const int64_t touch_cliff_0 = given[48].whole;
    const int32_t *const vertex_level = given[49].array;
    const int64_t vertex_level_0 = given[50].whole;
    const int64_t vertex_level_1 = given[51].whole;
    const bool *const lies_on = given[52].array;
    const int64_t lies_on_0 = given[53].whole;
    const bool *const building = given[54].array;
    const int64_t building_0 = given[55].whole;
    const bool *const filling = given[56].array;
    const int64_t filling_0 = given[57].whole;
    const int64_t plain = given[58].whole;
    const int32_t *const sides = given[59].array;
    const int64_t sides_0 = given[60].whole;
    const int64_t sides_1 = given[61].whole;
    const int32_t *const side_of = given[62].array;
    const int64_t side_of_0 = given[63].whole;
    const int64_t side_of_1 = given[64].whole;
    const bool *const walled = given[65].array;
    const int64_t walled_0 = given[66].whole;
    const bool *const cliffs = given[67].array;
    const int64_t cliffs_0 = given[68].whole;
    const bool *const overlay_edges = given[69].array;
    const int64_t overlay_edges_0 = given[70].whole;
    const bool *const overlaid = given[71].array;
    const int64_t overlaid_0 = given[72].whole;
    const int32_t *const neighbours = given[73].array;
    const int64_t neighbours_0 = given[74].whole;
    const int64_t neighbours_1 = given[75].whole;
    const bool *const cut = given[76].array;
    const int64_t cut_0 = given[77].whole;
    uint8_t *const indoors = given[78].array;
    const int64_t indoors_0 = given[79].whole;
    int64_t *const table_key = given[80].array;
    const int64_t table_key_0 = given[81].whole;
    int32_t *const table_id = given[82].array;
    const int64_t table_id_0 = given[83].whole;
    int64_t *const keys = given[84].array;
    const int64_t keys_0 = given[85].whole;
    int64_t *const known = given[86].array;
    const int64_t known_0 = given[87].whole;
    const int64_t begun = given[88].whole;
    int64_t *const starts = given[89].array;
    const int64_t starts_0 = given[90].whole;
    int32_t *const of_run = given[91].array;
    const int64_t of_run_0 = given[92].whole;
    uint8_t *const run_up = given[93].array;
    const int64_t run_up_0 = given[94].whole;
    uint8_t *const run_down = given[95].array;
    const int64_t run_down_0 = given[96].whole;
    int64_t lines = 0;
    int64_t size = 0;
    int64_t distinct = 0;
    int64_t old = 0;
    int64_t count = 0;
    int64_t number = 0;
    int64_t key = 0;
    int64_t slot = 0;
    int64_t line = 0;
    int64_t first = 0;
    int64_t last = 0;
    int64_t a = 0;
    int64_t b = 0;
    bool swap = 0;
    int64_t up = 0;
    int64_t down = 0;
    int64_t up_c = 0;
    int64_t up_h = 0;
    int64_t down_c = 0;
    int64_t down_h = 0;
    int64_t gap_c = 0;
    int64_t gap_h = 0;
    int64_t whole = 0;
    int64_t up_point = 0;
    int64_t down_point = 0;
    int64_t hexes = 0;
    int64_t spine = 0;
    int64_t d_x = 0;
    int64_t d_h = 0;
    int64_t course = 0;
    int64_t far_one = 0;
    int64_t far_two = 0;
    int64_t far_three = 0;
    int64_t far_four = 0;
    int64_t end = 0;
    int64_t span = 0;
    int64_t index = 0;
    int64_t in_hex = 0;
    int64_t range_up = 0;
    int64_t range_down = 0;
    int64_t here = 0;
    int64_t point = 0;
    int64_t vertex = 0;
    int64_t left_of = 0;
    int64_t one = 0;
    int64_t two = 0;
    int64_t own = 0;
    int64_t left = 0;
    int64_t right = 0;
    int64_t run = 0;
    int64_t code = 0;
    int64_t mark = 0;
    int64_t terrain = 0;
    int64_t level = 0;
    int64_t fills = 0;
    int64_t side = 0;
    int64_t rel_up = 0;
    int64_t rel_down = 0;
    bool cliff = 0;
    int64_t foot = 0;
    int64_t way = 0;
    int64_t near_a = 0;
    int64_t near_b = 0;
    int64_t aside = 0;
    int64_t near_up = 0;
    int64_t near_down = 0;
    int64_t base = 0;
    int64_t lower_side = 0;
    bool by_tram = 0;
    int64_t lies = 0;
    int64_t at = 0;
    int64_t before = 0;
    bool from_up = 0;
    int64_t corner = 0;
    int64_t turn = 0;
    int64_t toward = 0;
    int64_t twin = 0;
    int64_t ahead = 0;

    lines = line_of_0;
    size = keys_0;
    distinct = known[k_at(0, known_0)];
    for (int64_t i1 = 0, stopi1 = distinct, byi1 = 1; i1 < stopi1; i1 += byi1) {
        old = i1;
        key = keys[k_at(old, keys_0)];
        slot = ((((key ^ (key >> 13)) ^ (key >> 27)) ^ (key >> 44)) & (size - 1));
        while ((table_id[k_wrapped(slot, table_id_0)] >= 0)) {
            slot = (slot + 1);
            if ((slot == size)) {
                slot = 0;
            }
        }
        table_key[k_wrapped(slot, table_key_0)] = key;
        table_id[k_wrapped(slot, table_id_0)] = (int32_t)old;
    }
    count = starts[k_wrapped(begun, starts_0)];
    for (int64_t i2 = begun, stopi2 = lines, byi2 = 1; i2 < stopi2; i2 += byi2) {
        number = i2;
        starts[k_wrapped(number, starts_0)] = count;
        line = line_of[k_wrapped(number, line_of_0)];
        first = run_starts[k_wrapped(line, run_starts_0)];
        last = run_starts[k_wrapped((line + 1), run_starts_0)];
        if (((2 * ((distinct + last) - first)) > size)) {
            known[k_at(0, known_0)] = distinct;
            return number;
        }
        a = ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(0, ends_1)];
        b = ends[(k_wrapped(line, ends_0)) * ends_1 + k_at(1, ends_1)];
        swap = lower_first[k_wrapped(number, lower_first_0)];
        up = (swap ? b : a);
        down = (swap ? a : b);
        up_c = places[(k_wrapped(up, places_0)) * places_1 + k_at(0, places_1)];
        up_h = places[(k_wrapped(up, places_0)) * places_1 + k_at(1, places_1)];
        down_c = places[(k_wrapped(down, places_0)) * places_1 + k_at(0, places_1)];
        down_h = places[(k_wrapped(down, places_0)) * places_1 + k_at(1, places_1)];
        gap_c = k_abs((up_c - down_c));
        gap_h = k_abs((up_h - down_h));
        whole = (gap_c + k_max_i(0, k_quotient((gap_h - gap_c), 2)));
        up_point = (swap ? points[(k_wrapped(line, points_0)) * points_1 + k_at(1, points_1)] : points[(k_wrapped(line, points_0)) * points_1 + k_at(0, points_1)]);
        down_point = (swap ? points[(k_wrapped(line, points_0)) * points_1 + k_at(0, points_1)] : points[(k_wrapped(line, points_0)) * points_1 + k_at(1, points_1)]);
        hexes = places_0;
        spine = (-1);
        d_x = (grid[(k_wrapped(down_point, grid_0)) * grid_1 + k_at(0, grid_1)] - grid[(k_wrapped(up_point, grid_0)) * grid_1 + k_at(0, grid_1)]);
        d_h = (grid[(k_wrapped(down_point, grid_0)) * grid_1 + k_at(1, grid_1)] - grid[(k_wrapped(up_point, grid_0)) * grid_1 + k_at(1, grid_1)]);
        if (((d_h == 0) && (d_x != 0))) {
            spine = ((d_x > 0) ? 2 : 5);
        } else {
            if (((d_x != 0) && (k_abs(d_h) == k_abs(d_x)))) {
                if ((d_h > 0)) {
                    spine = ((d_x > 0) ? 3 : 4);
                } else {
                    spine = ((d_x > 0) ? 1 : 0);
                }
            }
        }
        course = (-1);
        if (((up_point >= hexes) || (down_point >= hexes))) {
        } else {
            if ((d_x == 0)) {
                course = 0;
            } else {
                if (((3 * k_abs(d_h)) == k_abs(d_x))) {
                    course = (((d_h > 0) != (d_x > 0)) ? 1 : 2);
                }
            }
        }
        far_one = (-1);
        far_two = (-1);
        far_three = (-1);
        far_four = (-1);
        for (int64_t i3 = 0, stopi3 = 2, byi3 = 1; i3 < stopi3; i3 += byi3) {
            end = i3;
            if ((spine < 0)) {
                break;
            }
            here = ((end == 0) ? up : down);
            point = ((end == 0) ? up_point : down_point);
            vertex = ((end == 0) ? spine : k_rest((spine + 3), 6));
            if (((point >= hexes) && (k_rest((point - hexes), 3) != k_rest(spine, 3)))) {
                continue;
            }
            left_of = k_rest((vertex + 5), 6);
            one = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_at(left_of, neighbours_1)];
            two = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_wrapped(vertex, neighbours_1)];
            if (((one < 0) || (two < 0))) {
                continue;
            }
            own = side_of[(k_wrapped(one, side_of_0)) * side_of_1 + k_at(k_rest((vertex + 1), 6), side_of_1)];
            left = side_of[(k_wrapped(one, side_of_0)) * side_of_1 + k_wrapped(vertex, side_of_1)];
            right = side_of[(k_wrapped(two, side_of_0)) * side_of_1 + k_at(left_of, side_of_1)];
            if (((own >= 0) && walled[k_wrapped(own, walled_0)] && (!(walled[k_wrapped(left, walled_0)] && walled[k_wrapped(right, walled_0)])))) {
                if ((end == 0)) {
                    far_one = left;
                    far_two = right;
                } else {
                    far_three = left;
                    far_four = right;
                }
            }
        }
        span = (last - first);
        for (int64_t i4 = 0, stopi4 = span, byi4 = 1; i4 < stopi4; i4 += byi4) {
            index = i4;
            indoors[k_at(index, indoors_0)] = (uint8_t)0;
        }
        for (int64_t i5 = 0, stopi5 = (cut[k_wrapped(line, cut_0)] ? 1 : 2), byi5 = 1; i5 < stopi5; i5 += byi5) {
            end = i5;
            for (int64_t i6 = 0, stopi6 = span, byi6 = 1; i6 < stopi6; i6 += byi6) {
                index = i6;
                at = ((end == 0) ? index : ((span - 1) - index));
                here = run_hex[k_wrapped((first + at), run_hex_0)];
                if ((index == 0)) {
                    before = here;
                }
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - places[(k_wrapped(before, places_0)) * places_1 + k_at(0, places_1)]));
                gap_h = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - places[(k_wrapped(before, places_0)) * places_1 + k_at(1, places_1)]));
                if (((gap_c + k_max_i(0, k_quotient((gap_h - gap_c), 2))) > 1)) {
                    break;
                }
                before = here;
                terrain = touch_terrain[k_at(run_code[k_wrapped((first + at), run_code_0)], touch_terrain_0)];
                if (lies_on[k_at(run_code[k_wrapped((first + at), run_code_0)], lies_on_0)]) {
                    continue;
                }
                if ((!building[k_wrapped(terrain, building_0)])) {
                    break;
                }
                from_up = ((end == 0) != swap);
                indoors[k_wrapped(at, indoors_0)] = (uint8_t)(indoors[k_wrapped(at, indoors_0)] | (from_up ? 1 : 2));
            }
        }
        in_hex = (-1);
        range_up = 0;
        range_down = 0;
        for (int64_t i7 = 0, stopi7 = span, byi7 = 1; i7 < stopi7; i7 += byi7) {
            index = i7;
            run = (first + index);
            here = run_hex[k_wrapped(run, run_hex_0)];
            code = run_code[k_wrapped(run, run_code_0)];
            mark = run_mark[k_wrapped(run, run_mark_0)];
            terrain = touch_terrain[k_at(code, touch_terrain_0)];
            level = touch_level[k_at(code, touch_level_0)];
            fills = hex_inherent[k_wrapped(here, hex_inherent_0)];
            if ((terrain < 0)) {
                terrain = fills;
                if ((mark & 16)) {
                    level = vertex_level[(k_wrapped(here, vertex_level_0)) * vertex_level_1 + k_at((mark >> 5), vertex_level_1)];
                } else {
                    ahead = (run + 1);
                    while (((ahead < (last - 1)) && (lies_on[k_at(run_code[k_wrapped(ahead, run_code_0)], lies_on_0)] || (run_hex[k_wrapped(ahead, run_hex_0)] != here)))) {
                        ahead = (ahead + 1);
                    }
                    level = touch_level[k_at(run_code[k_wrapped(ahead, run_code_0)], touch_level_0)];
                }
            } else {
                if ((filling[k_wrapped(terrain, filling_0)] && (terrain != fills) && (!lies_on[k_at(code, lies_on_0)]))) {
                    terrain = plain;
                }
            }
            if ((here != in_hex)) {
                in_hex = here;
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - up_c));
                gap_h = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - up_h));
                range_up = (gap_c + k_max_i(0, k_quotient((gap_h - gap_c), 2)));
                gap_c = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(0, places_1)] - down_c));
                gap_h = k_abs((places[(k_wrapped(here, places_0)) * places_1 + k_at(1, places_1)] - down_h));
                range_down = (gap_c + k_max_i(0, k_quotient((gap_h - gap_c), 2)));
            }
            side = touch_side[k_at(code, touch_side_0)];
            rel_up = 0;
            rel_down = 0;
            if ((side >= 0)) {
                for (int64_t i8 = 0, stopi8 = 4, byi8 = 1; i8 < stopi8; i8 += byi8) {
                    corner = i8;
                    if ((sides[(k_wrapped(side, sides_0)) * sides_1 + k_at(corner, sides_1)] == up)) {
                        rel_up = ((corner < 2) ? 1 : 2);
                    }
                    if ((sides[(k_wrapped(side, sides_0)) * sides_1 + k_at(corner, sides_1)] == down)) {
                        rel_down = ((corner < 2) ? 1 : 2);
                    }
                }
                if (((rel_up == 0) && ((side == far_one) || (side == far_two)))) {
                    rel_up = 3;
                }
                if (((rel_down == 0) && ((side == far_three) || (side == far_four)))) {
                    rel_down = 3;
                }
            }
            cliff = (touch_cliff[k_at(code, touch_cliff_0)] && (spine < 0));
            foot = hex_level[k_wrapped(here, hex_level_0)];
            way = ((mark >> 2) & 3);
            if ((mark & 4)) {
                turn = ((d_x * (grid[(k_wrapped(here, grid_0)) * grid_1 + k_at(1, grid_1)] - grid[(k_wrapped(up_point, grid_0)) * grid_1 + k_at(1, grid_1)])) - (d_h * (grid[(k_wrapped(here, grid_0)) * grid_1 + k_at(0, grid_1)] - grid[(k_wrapped(up_point, grid_0)) * grid_1 + k_at(0, grid_1)])));
                toward = ((turn > 0) ? k_rest((spine + 4), 6) : k_rest((spine + 1), 6));
                cliff = cliffs[k_wrapped(side_of[(k_wrapped(here, side_of_0)) * side_of_1 + k_at(toward, side_of_1)], cliffs_0)];
                twin = neighbours[(k_wrapped(here, neighbours_0)) * neighbours_1 + k_at(toward, neighbours_1)];
                if ((twin >= 0)) {
                    foot = k_min_i(foot, hex_level[k_wrapped(twin, hex_level_0)]);
                }
                own = ((touch_terrain[k_at(code, touch_terrain_0)] < 0) && (!overlaid[k_wrapped(here, overlaid_0)]) && overlaid[k_wrapped(twin, overlaid_0)]);
                if ((overlay_edges[k_wrapped(side_of[(k_wrapped(here, side_of_0)) * side_of_1 + k_at(toward, side_of_1)], overlay_edges_0)] && (!own))) {
                    way = 3;
                }
            }
            near_a = (mark & 1);
            near_b = ((mark >> 1) & 1);
            aside = (((range_up >= whole) || (range_down >= whole)) ? 1 : 0);
            near_up = (swap ? near_b : near_a);
            near_down = (swap ? near_a : near_b);
            base = ((near_a || near_b) ? (hex_ground[k_wrapped(here, hex_ground_0)] - low[k_wrapped(number, low_0)]) : 0);
            lower_side = ((cliff && (mark & 4)) ? (foot - low[k_wrapped(number, low_0)]) : 0);
            by_tram = ((course >= 0) && tram_over[(k_wrapped(here, tram_over_0)) * tram_over_1 + k_wrapped(course, tram_over_1)] && tram_over[(k_wrapped(here, tram_over_0)) * tram_over_1 + k_wrapped((course + 3), tram_over_1)]);
            lies = ((((unknown[k_wrapped(here, unknown_0)] * 3) + k_min_i(range_down, 2)) * 3) + k_min_i(range_up, 2));
            key = k_left(sight_of[k_wrapped(number, sight_of_0)], 53);
            key = (key | k_left(((level - low[k_wrapped(number, low_0)]) + 128), 45));
            key = (key | k_left((base + 128), 37));
            key = (key | k_left((lower_side + 128), 29));
            key = (key | k_left(terrain, 21));
            key = (key | k_left(lies, 16));
            key = (key | k_left(((mark & 16) ? 1 : 0), 15));
            key = (key | k_left((by_tram ? 1 : 0), 14));
            key = (key | k_left(hex_facts[k_wrapped(here, hex_facts_0)], 12));
            key = (key | k_left(aside, 11));
            key = (key | k_left((indoors[k_at(index, indoors_0)] & 1), 9));
            key = (key | k_left((indoors[k_at(index, indoors_0)] >> 1), 10));
            key = (key | k_left((cliff ? 1 : 0), 8));
            key = (key | k_left(way, 6));
            key = (key | k_left(near_up, 4));
            key = (key | k_left(near_down, 5));
            key = (key | k_left(rel_up, 0));
            key = (key | k_left(rel_down, 2));
            slot = ((((key ^ (key >> 13)) ^ (key >> 27)) ^ (key >> 44)) & (size - 1));
            while (((table_id[k_wrapped(slot, table_id_0)] >= 0) && (table_key[k_wrapped(slot, table_key_0)] != key))) {
                slot = (slot + 1);
                if ((slot == size)) {
                    slot = 0;
                }
            }
            if ((table_id[k_wrapped(slot, table_id_0)] < 0)) {
                table_key[k_wrapped(slot, table_key_0)] = key;
                table_id[k_wrapped(slot, table_id_0)] = (int32_t)distinct;
                keys[k_wrapped(distinct, keys_0)] = key;
                distinct = (distinct + 1);
            }
            of_run[k_wrapped(count, of_run_0)] = (int32_t)table_id[k_wrapped(slot, table_id_0)];
            run_up[k_wrapped(count, run_up_0)] = (uint8_t)range_up;
            run_down[k_wrapped(count, run_down_0)] = (uint8_t)range_down;
            count = (count + 1);
        }
    }
    starts[k_at(lines, starts_0)] = count;
    known[k_at(0, known_0)] = distinct;
    return lines;
}

SHARED const char batch_los_find_first_given[] =
    "int64[1] int32[1] =int32[1]";
SHARED const char batch_los_find_first_constants[] =
    "";

SHARED int64_t batch_los_find_first(const Given *given)
{
    const int64_t *const starts = given[0].array;
    const int64_t starts_0 = given[1].whole;
    const int32_t *const rule_of_run = given[2].array;
    const int64_t rule_of_run_0 = given[3].whole;
    int32_t *const first = given[4].array;
    const int64_t first_0 = given[5].whole;
    int64_t line = 0;
    int64_t run = 0;

    for (int64_t i1 = 0, stopi1 = (starts_0 - 1), byi1 = 1; i1 < stopi1; i1 += byi1) {
        line = i1;
        for (int64_t i2 = starts[k_at(line, starts_0)], stopi2 = starts[k_at((line + 1), starts_0)], byi2 = 1; i2 < stopi2; i2 += byi2) {
            run = i2;
            if ((rule_of_run[k_wrapped(run, rule_of_run_0)] != 0)) {
                first[k_at(line, first_0)] = (int32_t)(run - starts[k_at(line, starts_0)]);
                break;
            }
        }
    }
    return 0;
}

SHARED const char batch_los_open_given[] =
    "int64[1] int64[1] bool[1] int32[1] =int64[1]";
SHARED const char batch_los_open_constants[] =
    "";

SHARED int64_t batch_los_open(const Given *given)
{
    const int64_t *const starts = given[0].array;
    const int64_t starts_0 = given[1].whole;
    const int64_t *const situations = given[2].array;
    const int64_t situations_0 = given[3].whole;
    const bool *const wanted = given[4].array;
    const int64_t wanted_0 = given[5].whole;
    const int32_t *const blocked = given[6].array;
    const int64_t blocked_0 = given[7].whole;
    int64_t *const listed = given[8].array;
    const int64_t listed_0 = given[9].whole;
    int64_t count = 0;
    int64_t line = 0;
    int64_t run = 0;

    count = 0;
    for (int64_t i1 = 0, stopi1 = (starts_0 - 1), byi1 = 1; i1 < stopi1; i1 += byi1) {
        line = i1;
        if ((blocked[k_at(line, blocked_0)] < 0)) {
            for (int64_t i2 = starts[k_at(line, starts_0)], stopi2 = starts[k_at((line + 1), starts_0)], byi2 = 1; i2 < stopi2; i2 += byi2) {
                run = i2;
                if (wanted[k_wrapped(situations[k_wrapped(run, situations_0)], wanted_0)]) {
                    listed[k_at(count, listed_0)] = run;
                    count = (count + 1);
                }
            }
        }
    }
    return count;
}

SHARED const char bit_parallel_order_given[] =
    "int32[1] =int64[1] =int64[1] int64[1] =int64[2]";
SHARED const char bit_parallel_order_constants[] =
    "";

SHARED int64_t bit_parallel_order(const Given *given)
{
    const int32_t *const rules = given[0].array;
    const int64_t rules_0 = given[1].whole;
    int64_t *const read = given[2].array;
    const int64_t read_0 = given[3].whole;
    int64_t *const derived = given[4].array;
    const int64_t derived_0 = given[5].whole;
    const int64_t *const chosen = given[6].array;
    const int64_t chosen_0 = given[7].whole;
    int64_t *const circles = given[8].array;
    const int64_t circles_0 = given[9].whole;
    const int64_t circles_1 = given[10].whole;
    int64_t count = 0;
    int64_t at = 0;
    int64_t number = 0;
    int64_t begin = 0;
    int64_t head = 0;
    int64_t weighed = 0;
    int64_t body = 0;
    int64_t size = 0;
    int64_t step = 0;
    int64_t place = 0;
    int64_t start = 0;
    int64_t atom = 0;
    int64_t weight = 0;
    bool denied = 0;

    count = 0;
    at = 0;
    while ((at < rules_0)) {
        if (((rules[k_wrapped(at, rules_0)] != 1) || (rules[k_wrapped((at + 2), rules_0)] != 1))) {
            return (-1);
        }
        begin = at;
        head = rules[k_wrapped((at + 3), rules_0)];
        weighed = rules[k_wrapped((at + 4), rules_0)];
        body = ((at + 6) + weighed);
        size = rules[k_wrapped((body - 1), rules_0)];
        step = (1 + weighed);
        at = (body + (size * step));
        if ((((chosen[k_wrapped(head, chosen_0)] == 0) != (rules[k_wrapped((begin + 1), rules_0)] == 1)) || ((chosen[k_wrapped(head, chosen_0)] == 0) && (size > 0)))) {
            return (-1);
        }
        if ((read[k_wrapped(head, read_0)] >= 0)) {
            start = read[k_wrapped(head, read_0)];
            while (((count > 0) && (circles[(k_wrapped((count - 1), circles_0)) * circles_1 + k_at(1, circles_1)] > start))) {
                count = (count - 1);
                start = k_min_i(start, circles[(k_wrapped(count, circles_0)) * circles_1 + k_at(0, circles_1)]);
            }
            if ((count == circles_0)) {
                return (-1);
            }
            circles[(k_wrapped(count, circles_0)) * circles_1 + k_at(0, circles_1)] = start;
            circles[(k_wrapped(count, circles_0)) * circles_1 + k_at(1, circles_1)] = at;
            count = (count + 1);
        }
        derived[k_wrapped(head, derived_0)] = begin;
        for (int64_t i1 = body, stopi1 = at, byi1 = step; i1 < stopi1; i1 += byi1) {
            place = i1;
            atom = k_abs(rules[k_wrapped(place, rules_0)]);
            if ((read[k_wrapped(atom, read_0)] < 0)) {
                read[k_wrapped(atom, read_0)] = begin;
            }
        }
    }
    for (int64_t i2 = 0, stopi2 = count, byi2 = 1; i2 < stopi2; i2 += byi2) {
        number = i2;
        at = circles[(k_at(number, circles_0)) * circles_1 + k_at(0, circles_1)];
        while ((at < circles[(k_at(number, circles_0)) * circles_1 + k_at(1, circles_1)])) {
            weighed = rules[k_wrapped((at + 4), rules_0)];
            body = ((at + 6) + weighed);
            size = rules[k_wrapped((body - 1), rules_0)];
            step = (1 + weighed);
            for (int64_t i3 = body, stopi3 = (body + (size * step)), byi3 = step; i3 < stopi3; i3 += byi3) {
                place = i3;
                atom = rules[k_wrapped(place, rules_0)];
                weight = ((weighed == 1) ? rules[k_wrapped((place + 1), rules_0)] : 1);
                denied = ((weight > 0) ? (atom < 0) : (atom > 0));
                if ((denied && (derived[k_at(k_abs(atom), derived_0)] >= circles[(k_at(number, circles_0)) * circles_1 + k_at(0, circles_1)]))) {
                    return (-1);
                }
            }
            at = (body + (size * step));
        }
    }
    return count;
}

SHARED const char bit_parallel_settle_given[] =
    "int32[1] int64[2] =uint64[2]";
SHARED const char bit_parallel_settle_constants[] =
    "";

SHARED int64_t bit_parallel_settle(const Given *given)
{
    const int32_t *const rules = given[0].array;
    const int64_t rules_0 = given[1].whole;
    const int64_t *const circles = given[2].array;
    const int64_t circles_0 = given[3].whole;
    const int64_t circles_1 = given[4].whole;
    uint64_t *const values = given[5].array;
    const int64_t values_0 = given[6].whole;
    const int64_t values_1 = given[7].whole;
    int64_t width = 0;
    uint64_t every = 0;
    uint64_t none = 0;
    uint64_t one = 0;
    int64_t at = 0;
    int64_t circle = 0;
    bool again = 0;
    int64_t begin = 0;
    int64_t head = 0;
    int64_t weighed = 0;
    int64_t body = 0;
    int64_t size = 0;
    int64_t word = 0;
    uint64_t result = 0;
    int64_t place = 0;
    bool alike = 0;
    int64_t bit = 0;
    int64_t atom = 0;
    uint64_t some = 0;
    uint64_t mask = 0;
    int64_t total = 0;

    width = values_1;
    every = (~(uint64_t)0);
    none = (uint64_t)0;
    one = (uint64_t)1;
    at = 0;
    circle = 0;
    again = false;
    while ((at < rules_0)) {
        begin = at;
        head = rules[k_wrapped((at + 3), rules_0)];
        weighed = rules[k_wrapped((at + 4), rules_0)];
        body = ((at + 6) + weighed);
        size = rules[k_wrapped((body - 1), rules_0)];
        at = (body + (size * (1 + weighed)));
        if ((rules[k_wrapped((begin + 1), rules_0)] == 0)) {
            for (int64_t i1 = 0, stopi1 = width, byi1 = 1; i1 < stopi1; i1 += byi1) {
                word = i1;
                if ((weighed == 0)) {
                    result = every;
                    for (int64_t i2 = body, stopi2 = at, byi2 = 1; i2 < stopi2; i2 += byi2) {
                        place = i2;
                        atom = rules[k_wrapped(place, rules_0)];
                        result = (result & ((atom > 0) ? values[(k_wrapped(atom, values_0)) * values_1 + k_at(word, values_1)] : (~values[(k_wrapped((-atom), values_0)) * values_1 + k_at(word, values_1)])));
                    }
                } else {
                    result = none;
                    alike = true;
                    for (int64_t i3 = body, stopi3 = at, byi3 = 2; i3 < stopi3; i3 += byi3) {
                        place = i3;
                        some = values[(k_at(k_abs(rules[k_wrapped(place, rules_0)]), values_0)) * values_1 + k_at(word, values_1)];
                        alike = (alike && ((some == none) || (some == every)));
                    }
                    for (int64_t i4 = 0, stopi4 = (alike ? 1 : 64), byi4 = 1; i4 < stopi4; i4 += byi4) {
                        bit = i4;
                        mask = (one << (uint64_t)bit);
                        total = 0;
                        for (int64_t i5 = body, stopi5 = at, byi5 = 2; i5 < stopi5; i5 += byi5) {
                            place = i5;
                            atom = rules[k_wrapped(place, rules_0)];
                            if ((((values[(k_at(k_abs(atom), values_0)) * values_1 + k_at(word, values_1)] & mask) != none) == (atom > 0))) {
                                total = (total + rules[k_wrapped((place + 1), rules_0)]);
                            }
                        }
                        if ((total >= rules[k_wrapped((begin + 5), rules_0)])) {
                            result = (result | (alike ? every : mask));
                        }
                    }
                }
                if (((result & (~values[(k_wrapped(head, values_0)) * values_1 + k_at(word, values_1)])) != none)) {
                    values[(k_wrapped(head, values_0)) * values_1 + k_at(word, values_1)] = (values[(k_wrapped(head, values_0)) * values_1 + k_at(word, values_1)] | result);
                    again = true;
                }
            }
        }
        if ((circle < circles_0)) {
            if ((at <= circles[(k_at(circle, circles_0)) * circles_1 + k_at(0, circles_1)])) {
                again = false;
            } else {
                if ((at == circles[(k_at(circle, circles_0)) * circles_1 + k_at(1, circles_1)])) {
                    if (again) {
                        at = circles[(k_at(circle, circles_0)) * circles_1 + k_at(0, circles_1)];
                    } else {
                        circle = (circle + 1);
                    }
                    again = false;
                }
            }
        }
    }
    return 0;
}

SHARED const char cheapest_settle_given[] =
    "int32[1] int32[1] int32[1] int32[1] bool[1] bool[1] int32[2] int int int =int32[1] =int32[1] =int32[1] =int32[1] =int32[2] =int32[2] =int8[2]";
SHARED const char cheapest_settle_constants[] =
    "FAR=268435456";

SHARED int64_t cheapest_settle(const Given *given)
{
    const int32_t *const first = given[0].array;
    const int64_t first_0 = given[1].whole;
    const int32_t *const onward = given[2].array;
    const int64_t onward_0 = given[3].whole;
    const int32_t *const target = given[4].array;
    const int64_t target_0 = given[5].whole;
    const int32_t *const price = given[6].array;
    const int64_t price_0 = given[7].whole;
    const bool *const keeps = given[8].array;
    const int64_t keeps_0 = given[9].whole;
    const bool *const rests = given[10].array;
    const int64_t rests_0 = given[11].whole;
    const int32_t *const begin = given[12].array;
    const int64_t begin_0 = given[13].whole;
    const int64_t begin_1 = given[14].whole;
    const int64_t allowance = given[15].whole;
    const int64_t bonus = given[16].whole;
    const bool minimum = given[17].whole != 0;
    int32_t *const bucket = given[18].array;
    const int64_t bucket_0 = given[19].whole;
    int32_t *const last = given[20].array;
    const int64_t last_0 = given[21].whole;
    int32_t *const node = given[22].array;
    const int64_t node_0 = given[23].whole;
    int32_t *const after = given[24].array;
    const int64_t after_0 = given[25].whole;
    int32_t *const cost = given[26].array;
    const int64_t cost_0 = given[27].whole;
    const int64_t cost_1 = given[28].whole;
    int32_t *const via = given[29].array;
    const int64_t via_0 = given[30].whole;
    const int64_t via_1 = given[31].whole;
    int8_t *const came = given[32].array;
    const int64_t came_0 = given[33].whole;
    const int64_t came_1 = given[34].whole;
    int64_t used = 0;
    int64_t states = 0;
    int64_t layer = 0;
    int64_t number = 0;
    int64_t level = 0;
    int64_t state = 0;
    int64_t spent = 0;
    int64_t entry = 0;
    int64_t edge = 0;
    int64_t there = 0;
    int64_t total = 0;
    int64_t onto = 0;
    int64_t limit = 0;

    used = 0;
    states = cost_1;
    layer = ((bonus > 0) ? 0 : 1);
    for (int64_t i1 = 0, stopi1 = begin_0, byi1 = 1; i1 < stopi1; i1 += byi1) {
        number = i1;
        state = begin[(k_at(number, begin_0)) * begin_1 + k_at(0, begin_1)];
        spent = begin[(k_at(number, begin_0)) * begin_1 + k_at(1, begin_1)];
        if ((spent <= (allowance + bonus))) {
            cost[(k_wrapped(layer, cost_0)) * cost_1 + k_wrapped(state, cost_1)] = (int32_t)spent;
            node[k_at(used, node_0)] = (int32_t)((layer * states) + state);
            if ((bucket[k_wrapped(spent, bucket_0)] < 0)) {
                bucket[k_wrapped(spent, bucket_0)] = (int32_t)used;
            } else {
                after[k_wrapped(last[k_wrapped(spent, last_0)], after_0)] = (int32_t)used;
            }
            last[k_wrapped(spent, last_0)] = (int32_t)used;
            used = (used + 1);
        }
    }
    for (int64_t i2 = 0, stopi2 = ((allowance + bonus) + 1), byi2 = 1; i2 < stopi2; i2 += byi2) {
        level = i2;
        entry = bucket[k_at(level, bucket_0)];
        while ((entry >= 0)) {
            layer = k_quotient(node[k_wrapped(entry, node_0)], states);
            state = (node[k_wrapped(entry, node_0)] - (layer * states));
            edge = ((cost[(k_wrapped(layer, cost_0)) * cost_1 + k_wrapped(state, cost_1)] == level) ? first[k_wrapped(state, first_0)] : (-1));
            while ((edge >= 0)) {
                there = target[k_wrapped(edge, target_0)];
                total = (level + price[k_wrapped(edge, price_0)]);
                onto = (keeps[k_wrapped(edge, keeps_0)] ? layer : 1);
                limit = ((onto == 0) ? (allowance + bonus) : allowance);
                if ((minimum && (via[(k_wrapped(layer, via_0)) * via_1 + k_wrapped(state, via_1)] < 0) && (limit < total && total < 268435456) && rests[k_wrapped(there, rests_0)])) {
                    total = allowance;
                    limit = total;
                    onto = 1;
                }
                if (((total <= limit) && (total < cost[(k_wrapped(onto, cost_0)) * cost_1 + k_wrapped(there, cost_1)]))) {
                    cost[(k_wrapped(onto, cost_0)) * cost_1 + k_wrapped(there, cost_1)] = (int32_t)total;
                    via[(k_wrapped(onto, via_0)) * via_1 + k_wrapped(there, via_1)] = (int32_t)edge;
                    came[(k_wrapped(onto, came_0)) * came_1 + k_wrapped(there, came_1)] = (int8_t)layer;
                    node[k_at(used, node_0)] = (int32_t)((onto * states) + there);
                    if ((bucket[k_wrapped(total, bucket_0)] < 0)) {
                        bucket[k_wrapped(total, bucket_0)] = (int32_t)used;
                    } else {
                        after[k_wrapped(last[k_wrapped(total, last_0)], after_0)] = (int32_t)used;
                    }
                    last[k_wrapped(total, last_0)] = (int32_t)used;
                    used = (used + 1);
                }
                edge = onward[k_wrapped(edge, onward_0)];
            }
            entry = after[k_wrapped(entry, after_0)];
        }
    }
    return 0;
}

SHARED const char cheapest_shorten_given[] =
    "int32[1] int32[1] int32[1] int32[1] bool[1] int32[1] int32[2] int32[2] int8[2] =int32[2] =int32[2] =int8[2]";
SHARED const char cheapest_shorten_constants[] =
    "";

SHARED int64_t cheapest_shorten(const Given *given)
{
    const int32_t *const first = given[0].array;
    const int64_t first_0 = given[1].whole;
    const int32_t *const onward = given[2].array;
    const int64_t onward_0 = given[3].whole;
    const int32_t *const target = given[4].array;
    const int64_t target_0 = given[5].whole;
    const int32_t *const price = given[6].array;
    const int64_t price_0 = given[7].whole;
    const bool *const keeps = given[8].array;
    const int64_t keeps_0 = given[9].whole;
    const int32_t *const length = given[10].array;
    const int64_t length_0 = given[11].whole;
    const int32_t *const cost = given[12].array;
    const int64_t cost_0 = given[13].whole;
    const int64_t cost_1 = given[14].whole;
    const int32_t *const old_via = given[15].array;
    const int64_t old_via_0 = given[16].whole;
    const int64_t old_via_1 = given[17].whole;
    const int8_t *const old_came = given[18].array;
    const int64_t old_came_0 = given[19].whole;
    const int64_t old_came_1 = given[20].whole;
    int32_t *const nearest = given[21].array;
    const int64_t nearest_0 = given[22].whole;
    const int64_t nearest_1 = given[23].whole;
    int32_t *const via = given[24].array;
    const int64_t via_0 = given[25].whole;
    const int64_t via_1 = given[26].whole;
    int8_t *const came = given[27].array;
    const int64_t came_0 = given[28].whole;
    const int64_t came_1 = given[29].whole;
    int64_t states = 0;
    int64_t passed = 0;
    int64_t farthest = 0;
    int64_t layer = 0;
    int64_t state = 0;
    int64_t edge = 0;
    int64_t there = 0;
    int64_t onto = 0;
    bool tight = 0;
    bool taken = 0;
    int64_t further = 0;

    states = cost_1;
    passed = 0;
    farthest = 0;
    while ((passed <= farthest)) {
        for (int64_t i1 = 0, stopi1 = 2, byi1 = 1; i1 < stopi1; i1 += byi1) {
            layer = i1;
            for (int64_t i2 = 0, stopi2 = states, byi2 = 1; i2 < stopi2; i2 += byi2) {
                state = i2;
                edge = ((nearest[(k_at(layer, nearest_0)) * nearest_1 + k_at(state, nearest_1)] == passed) ? first[k_at(state, first_0)] : (-1));
                while ((edge >= 0)) {
                    there = target[k_wrapped(edge, target_0)];
                    onto = (keeps[k_wrapped(edge, keeps_0)] ? layer : 1);
                    tight = ((cost[(k_at(layer, cost_0)) * cost_1 + k_at(state, cost_1)] + price[k_wrapped(edge, price_0)]) == cost[(k_at(onto, cost_0)) * cost_1 + k_wrapped(there, cost_1)]);
                    taken = ((old_via[(k_at(onto, old_via_0)) * old_via_1 + k_wrapped(there, old_via_1)] == edge) && (old_came[(k_at(onto, old_came_0)) * old_came_1 + k_wrapped(there, old_came_1)] == layer));
                    further = (passed + length[k_wrapped(edge, length_0)]);
                    if (((tight || taken) && (further < nearest[(k_at(onto, nearest_0)) * nearest_1 + k_wrapped(there, nearest_1)]))) {
                        nearest[(k_at(onto, nearest_0)) * nearest_1 + k_wrapped(there, nearest_1)] = (int32_t)further;
                        via[(k_at(onto, via_0)) * via_1 + k_wrapped(there, via_1)] = (int32_t)edge;
                        came[(k_at(onto, came_0)) * came_1 + k_wrapped(there, came_1)] = (int8_t)layer;
                        farthest = k_max_i(farthest, further);
                    }
                    edge = onward[k_wrapped(edge, onward_0)];
                }
            }
        }
        passed = (passed + 1);
    }
    return 0;
}
