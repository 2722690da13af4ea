"""Cases of roads, of vehicles in Narrow Streets and Factories, and of sewers and tunnels."""

from __future__ import annotations

import pytest

from tests.case_rows import ACTION, ATTACK, action, attack, ruled, worked

OPEN = "A1, A2"
HOUSED = "A1 building(stone,0), A2"
DUG = 'tunnel("C25","D24")'
ROAD = "A1, A2, A1-A2 road(paved)"
STREET = "A1, A2, A1-A2 narrow_street(paved)"
PIT = "A1 shellholes, A2, A1-A2 road(paved)"
PLANT = "A1 factory(stone,1), A2, A1-A2 road(paved)"
MANHOLE = "A1 feature(manhole), A2, A1-A2 road(paved)"
ON_STREET = 'on_street("A1","A2")'
LONG_GUN = "main_armament(tank1,75,l)"

ROADS = [
    action("no road", "B3.4", OPEN, 'road_bonus("A1")', "no B3.4"),
    action("no road to Dash over", "B3.4", OPEN, 'dashes("A1")', "no B3.4"),
    action("no road rate", "B3.4", OPEN, 'road_rate("A1")', "no B3.4"),
    action("road", "B3.4", ROAD, 'road_bonus("A1")', "yes B3.4"),
    action("O06 bonus", "O.1", ROAD, 'road_bonus("A1")', "no O.1", 'debris("A1")'),
    action("O06 Dash", "O.1", ROAD, 'dashes("A1")', "no O.1", 'rubble("A1",stone)'),
    action("O06 rate", "O.1", ROAD, 'road_rate("A1")', "no O.1", 'debris("A1")'),
    action(
        "O06 TB", "B3.4", ROAD, 'road_rate("A1")', "yes B3.4", 'debris("A1")', 'trail_break("A1")'
    ),
    action(
        "O06 Cleared", "A4.63", ROAD, 'dashes("A1")', "yes A4.63", 'debris("A1")', 'is_cleared("A1")'
    ),
    action("O05", "O.1", PIT, 'road_bonus("A1")', "no O.1", 'took_cover("A1",shellholes)'),
    action(
        "O05 in another hex", "O.1", PIT, 'road_bonus("A1")', "no O.1",
        'took_cover("A2",shellholes)',
    ),
    action(
        "orchard beside a road", "O.1", "A1 orchard, A2, B1, A1-A2 road(paved)",
        'road_bonus("A2")', "no O.1", 'took_cover("A1",orchard)',
    ),
    action(
        "orchard off the road", "B3.4", "A1, A2, B1 orchard, A1-A2 road(paved)",
        'road_bonus("A2")', "yes B3.4", 'took_cover("B1",orchard)',
    ),
    action(
        "woods off the road", "O.1", "A1, A2, B1 woods, A1-A2 road(paved)",
        'road_bonus("A2")', "no O.1", 'took_cover("B1",woods)',
    ),
    action(
        "orchard in a Narrow Street", "O.1", "A1 orchard, A2, A1-A2 narrow_street(paved)",
        'road_bonus("A1")', "unknown O.1 Q4.11", 'took_cover("A1",orchard)',
    ),
    action("Narrow Street", "Q4.11", STREET, 'road_bonus("A1")', "unknown Q4.11"),
    action("Dash in a Narrow Street", "Q4.11", STREET, 'dashes("A1")', "unknown Q4.11"),
    action(
        "house on the road", "B23.4", "A1 building(stone,0), A2, A1-A2 road(paved)",
        'road_rate("A1")', "no B23.4",
    ),
    action(
        "debris, rubble and TB", "B3.4", ROAD, 'road_rate("A1")', "yes B3.4",
        'debris("A1")', 'trail_break("A1")', 'rubble("A2",stone)',
    ),
    action("O05 no cover", "B3.4", PIT, 'road_bonus("A1")', "yes B3.4"),
    action("O05 Dash", "A4.63", PIT, 'dashes("A1")', "yes A4.63", 'took_cover("A1",shellholes)'),
]  # fmt: skip

VEHICLES = [
    action("VCA in a Factory", "O.4", PLANT, 'turns_vca("A1")', "yes D2.33, bog O.4"),
    action("VCA outside", "D2.33", PLANT, 'turns_vca("A2")', "yes D2.33"),
    action("entrance", "O.4", PLANT, 'uses_entrance("A2","A1")', "yes O.4"),
    action("Immobile", "O.4", PLANT, 'uses_entrance("A2","A1")', "yes O.4", 'immobile_vehicle("A1")'),
    action("Roofless", "O.4", PLANT, 'uses_entrance("A2","A1")', "no O.4", 'roofless("A1")'),
    action(
        "O06 entrance", "O.1", PLANT, 'uses_entrance("A2","A1")', "no O.1", 'debris("A1")'
    ),
    action(
        "O06 entrance Cleared", "O.4", PLANT, 'uses_entrance("A2","A1")', "yes O.4",
        'debris("A1")', 'is_cleared("A1")',
    ),
    action(
        "printed Roofless", "O.4", "A1 roofless_factory(1), A2, A1-A2 road(paved)",
        'uses_entrance("A2","A1")', "no O.4",
    ),
    action(
        "from inside", "O.4",
        "A1 factory(stone,1), A2 factory(stone,1), A1-A2 road(paved) building_side",
        'uses_entrance("A2","A1")', "no O.4",
    ),
    action(
        "from another Factory", "O.4", "A1 factory(stone,1), A2 factory(stone,1), A1-A2 road(paved)",
        'uses_entrance("A2","A1")', "yes O.4",
    ),
    action(
        "no road", "O5.2", "A1 factory(stone,1), A2", 'uses_entrance("A2","A1")', "unknown O5.2"
    ),
    action(
        "PB39", "Q4.121", STREET, "non_stopped(tank1)", "no Q4.121", LONG_GUN, "turret_at(tank1,1)"
    ),
    *(
        action(
            f"PB39 {way}", "Q4.121", STREET, "non_stopped(tank1)", "yes Q4.121", LONG_GUN,
            f"turret_at(tank1,{at})",
        )
        for way, at in (("ahead", 0), ("astern", 3))
    ),
    action(
        "PB39 short barrel", "Q4.121", STREET, "non_stopped(tank1)", "yes Q4.121",
        "main_armament(tank1,75,star)", "turret_at(tank1,1)",
    ),
    action(
        "PB39 small", "Q4.121", STREET, "non_stopped(tank1)", "yes Q4.121",
        "main_armament(tank1,37,l)", "turret_at(tank1,1)",
    ),
    action("turret not told", "Q4.121", STREET, "non_stopped(tank1)", "unknown Q4.121", LONG_GUN),
    action(
        "no turret", "Q4.121", STREET, "non_stopped(tank1)", "yes Q4.121", LONG_GUN,
        "turretless(tank1)",
    ),
    action(
        "TCA not told", "Q4.121", STREET, "non_stopped(tank1)", "unknown Q4.121",
        LONG_GUN, "turreted(tank1)",
    ),
    action(
        "armament not told", "Q4.121", STREET, "non_stopped(tank1)", "unknown Q4.121",
        "turret_at(tank1,1)",
    ),
    action("Gun unhooked", "Q4.124 Q4.121", STREET, "unhooks(truck1,gun,own_crew)", "no Q4.124"),
    action("trailer unhooked", "Q4.124", STREET, "unhooks(truck1,trailer,own_crew)",
         "yes Q4.124, eliminated(trailer) Q4.124"),
    action("by others", "Q4.124", STREET, "unhooks(truck1,trailer,others)", "no Q4.124"),
    action("loading", "Q4.125", STREET, "loads(truck1)", "unknown Q4.125"),
    action("motorcycle", "Q4.123", STREET, "pivots(bike1)", "unknown Q4.123", "motorcycle(bike1)"),
    action("no motorcycle", "Q4.11", STREET, "pivots(tank1)", "yes Q4.11"),
    action("rubble in the street", "Q4.126", STREET, "pivots(tank1)", "unknown Q4.126", ON_STREET,
           'rubble("A2",stone)'),
    action("rubble beside another street", "Q4.11", f"{STREET}, B1", "pivots(tank1)", "yes Q4.11",
           ON_STREET, 'rubble("B1",stone)'),
    action("rubble, turret ahead", "Q4.126", STREET, "non_stopped(tank1)", "unknown Q4.121 Q4.126",
           ON_STREET, LONG_GUN,
           "turret_at(tank1,0)", 'rubble("A1",stone)'),
    action("rubble, turret aside", "Q4.121", STREET, "non_stopped(tank1)", "no Q4.121", ON_STREET,
           LONG_GUN,
           "turret_at(tank1,1)", 'rubble("A1",stone)'),
    action(
        "burning cupola", "O.7", OPEN, 'burns("A1")', "yes O.7", "dug_in_tank", 'is_cupola("A1")'
    ),
    action("cupola", "O.7", OPEN, 'burns("A1")', "unknown O.7", 'is_cupola("A1")'),
    action("no cupola", "D10.4", OPEN, 'burns("A1")', "unknown D10.4", "dug_in_tank"),
]  # fmt: skip

SEWERS = [
    action("exit", "B8.4", MANHOLE, 'exits_sewer(attacker,"A1")', "yes B8.4"),
    action(
        "O07", "O.2", "barricades", 'exits_sewer(attacker,"C25/cellar")', "no O.2",
        'held("C25/cellar")',
    ),
    action(
        "O07 ground", "O.2", MANHOLE, 'exits_sewer(attacker,"A1")', "no O.2",
        'held("A1")', 'fortified("A1")',
    ),
    action(
        "O07 Breached", "B8.4", MANHOLE, 'exits_sewer(attacker,"A1")', "yes B8.4",
        'held("A1")', 'fortified("A1")', 'breached("A1")',
    ),
    action("no manhole", "B8.4", ROAD, 'exits_sewer(attacker,"A1")', "no B8.4"),
    action(
        "past the Cellar", "O6.21", "barricades", 'exits_sewer(attacker,"C25")', "no O6.21"
    ),
    action("O08 not told", "O.2A", "barricades", 'uses_tunnel(attacker,"C25/cellar")', "unknown O.2A",
         DUG),
    action("O08", "O.2A", "barricades", 'uses_tunnel(attacker,"C25/cellar")', "no O.2A", DUG,
         "builder(defender)"),
    action(
        "O08 Fortified", "O.2A", HOUSED, 'uses_tunnel(attacker,"A1")', "no O.2A",
        'fortified("A1")', 'tunnel("A1","A2")', "builder(defender)",
    ),
    action(
        "O08 Fortified not told", "O.2A", HOUSED, 'uses_tunnel(attacker,"A1")', "unknown O.2A",
        'fortified("A1")', 'tunnel("A1","A2")',
    ),
    action(
        "O08 builder", "O.2A", "barricades", 'uses_tunnel(builder,"C25/cellar")', "yes B8.6 O.2A",
        "builder(builder)", 'held("C25/cellar")', DUG,
    ),
    action("not Fortified", "B8.61", OPEN, 'uses_tunnel(attacker,"A1")', "unknown B8.61",
         'tunnel("A1","A2")'),
    action("no tunnel", "B8.6", OPEN, 'uses_tunnel(s,"A1")', "no B8.6", "builder(s)"),
    action("no tunnel for others", "B8.6", OPEN, 'uses_tunnel(s,"A1")', "no B8.6"),
    action("a tunnel elsewhere", "B8.6", "A1:A3", 'uses_tunnel(s,"A1")', "no B8.6", "builder(s)",
         'tunnel("A2","A3")'),
    action(
        "tunnel past the Cellar", "O6.21", "barricades", 'uses_tunnel(builder,"C25")',
        "no O6.21", "builder(builder)", DUG,
    ),
    action("exit upstairs", "B8.4", "A1 building(stone,1) level(1) feature(manhole), A2",
         'exits_sewer(s,"A1h1")', "no B8.4"),
    action(
        "exit beneath rubble", "O6.6", "barricades", 'exits_sewer(s,"C25/cellar")', "yes O6.6",
        'rubble("C25",stone)',
    ),
    action("exit to an enemy unit", "A4.14", MANHOLE, 'exits_sewer(s,"A1")', "unknown A4.14",
           'enemy("A1")'),
    action("exit beneath an enemy unit", "B8.4", MANHOLE, 'exits_sewer(s,"A1")', "yes B8.4",
           'enemy("A1",sewer)'),
    action("by the tunnel to an enemy unit", "A4.14", "A1, A2, A3", 'uses_tunnel(s,"A1")',
           "unknown A4.14", 'builder(s)', 'tunnel("A1","A3")', 'enemy("A1")'),
    action("by the tunnel", "B8.6", "A1, A2, A3", 'uses_tunnel(s,"A1")', "yes B8.6",
           'builder(s)', 'tunnel("A1","A3")'),
    action(
        "exit to the enemy", "A4.14", MANHOLE, 'exits_sewer(s,"A1")', "unknown A4.14",
        'held("A1")',
    ),
    action(
        "tunnel of one's own", "B8.6", OPEN, 'uses_tunnel(s,"A1")', "yes B8.6", "builder(s)",
        'tunnel("A1","A2")',
    ),
    action(
        "tunnel upstairs", "B8.6", "A1 building(stone,1) level(1), A2", 'uses_tunnel(s,"A1h1")',
        "no B8.6", "builder(s)",
    ),
    action(
        "tunnel into a collapsed Cellar", "O6.6", "barricades", 'uses_tunnel(s,"C25")',
        "no O6.6", "builder(s)", 'rubble("C25",stone,cellar)', DUG,
    ),
    action(
        "one's own tunnel to the enemy's collapsed Cellar", "O6.6", "barricades",
        'uses_tunnel(s,"C25")', "no O6.6", "builder(s)", 'fortified("C25")', 'held("C25")',
        'rubble("C25",stone,cellar)', DUG,
    ),
    action("manhole", "B8.4", MANHOLE, 'uses_manhole("A1")', "yes B8.4"),
    action("one end held", "B8.4", MANHOLE, 'uses_manhole("A1")', "yes B8.4", 'held("A1")'),
    action("ends held", "A4.14", MANHOLE, 'uses_manhole("A1")', "unknown A4.14",
           'held("A1")', 'held("A1/sewer")'),
    action("an end dug in, both held", "A4.14", "A1 feature(manhole), A2", 'uses_manhole("A1")',
           "unknown A4.14", 'trench("A1")', 'held("A1/trench")', 'held("A1/sewer")'),
    action("without one", "B8.4", ROAD, 'uses_manhole("A1")', "no B8.4"),
    action("O13", "O.6", MANHOLE, 'uses_manhole("A1")', "no O.6", 'rubble("A1",stone)'),
    action("O13 exit", "O.6", MANHOLE, 'exits_sewer(s,"A1")', "no O.6", 'rubble("A1",stone)'),
    action(
        "O13 TB", "O.6", MANHOLE, 'uses_manhole("A1")', "yes O.6",
        'rubble("A1",stone)', 'trail_break("A1")',
    ),
    action(
        "O13 no road", "O.6", "A1 feature(manhole), A2", 'uses_manhole("A1")', "no O.6",
        'rubble("A1",stone)', 'trail_break("A1")',
    ),
    action(
        "O615 manhole", "O6.6", "barricades", 'uses_manhole("C25")', "yes O6.6",
        'rubble("C25",stone)',
    ),
    action(
        "O613 manhole", "B8.4 O6.6", "barricades", 'uses_manhole("C25")', "no B8.4",
        'rubble("C25",stone,cellar)',
    ),
]  # fmt: skip


@pytest.mark.parametrize(ACTION, [*ROADS, *VEHICLES, *SEWERS])
def test_roads(board: str, action: str, given: tuple[str, ...], expected: str) -> None:
    assert ruled(board, action, given) == expected


def turning(most: int) -> str:
    """Write that a turret turns on a dr of ``most`` or less."""
    drs = [f"tca_change_dr {n}: {'turns' if n <= most else 'fails'} Q4.122" for n in range(1, 7)]
    twice = f"chance_in_tries(2) of({36 - (6 - most) ** 2},36) Q4.122"
    told = ["tries_in_a_phase 2 Q4.122", "mp_for_a_failure 2 Q4.122", twice]
    return " | ".join([*drs, f"chance_in_tries(1) of({most},6) Q4.122", *told])


TURRETS = [
    attack("PB38", "Q4.122", STREET, "tca_change(t)", "A1", turning(3), "main_armament(t,75,none)"),
    attack(
        "PB37", "Q4.122", STREET, "tca_change(t)", "A1", turning(1),
        "main_armament(t,75,l)", "buttoned_up(t)",
    ),
    attack(
        "PB37 LL", "Q4.122", STREET, "tca_change(t)", "A1", turning(0),
        "main_armament(t,75,ll)", "buttoned_up(t)",
    ),
    attack("PB37 *", "Q4.122", STREET, "tca_change(t)", "A1", turning(4), "main_armament(t,75,star)"),
    attack(
        "Armor Leader", "Q4.122", STREET, "tca_change(t)", "A1", turning(5),
        "main_armament(t,75,star)", "armour_leader(t,-1)",
    ),
    attack(
        "small", "Q4.122", STREET, "tca_change(t)", "A1", "tca_change_dr none Q4.122",
        "main_armament(t,37,l)",
    ),
    attack("not told", "Q4.122", STREET, "tca_change(t)", "A1", "tca_change_dr unknown Q4.122"),
]  # fmt: skip


@pytest.mark.parametrize(ATTACK, TURRETS)
def test_turrets(
    board: str, attack: str, target: str, given: tuple[str, ...], expected: list[str]
) -> None:
    assert worked(board, attack, target, given) == expected
