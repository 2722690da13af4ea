"""Words for units, their states and qualities, and for sides, as sentences have them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

Phrases = Mapping[str, str]
"""What phrases, words parted by blanks, mean."""


def _phrases(table: str, endings: Iterable[str] = ("", "s")) -> Phrases:
    """Read lines ``meaning: phrase, phrase``, each phrase with each ending."""
    found: dict[str, str] = {}
    for line in table.strip().splitlines():
        meaning, _, phrases = line.strip().partition(":")
        for phrase in (meaning, *filter(None, (each.strip() for each in phrases.split(",")))):
            found.update((f"{phrase}{ending}", meaning) for ending in endings)
    return MappingProxyType(found)


KINDS = _phrases(
    """
    unit: counter
    mmc
    smc
    squad: full squad, full mmc
    half-squad: half - squad, half squad, hs
    squad-equivalent: squad - equivalent, squad equivalent
    crew: gun crew
    vehicle crew: tank crew
    leader
    commissar
    hero: heroe
    infantry
    personnel
    cavalry
    vehicle
    afv: armor, armour
    tank
    truck
    armored car: armoured car
    halftrack: half - track
    wagon
    motorcycle
    gun
    at gun
    aa gun
    inf gun: infantry gun
    art gun: artillery piece
    mortar: mtr
    sw: support weapon
    mg: machine gun
    lmg
    mmg
    hmg
    atr
    dc: demolition charge
    ft: flamethrower
    baz: bazooka
    psk
    radio
    fortification
    pillbox: pillboxe
    foxhole
    roadblock
    wire
    minefield: mine
    sniper
    reinforcement
    """
)
"""Words for units, and the kind that each means."""

STATES = _phrases(
    """
    good order: go
    unbroken
    broken
    concealed
    unconcealed
    hidden: hip
    pinned
    mobile
    immobile: immobilized
    armed
    captured
    manned
    unpossessed
    elite
    first line: 1st line
    conscript
    green
    onboard: on - board
    """,
    ("",),
)
"""States and classes that stand before a word for units."""

QUALITIES = _phrases(
    """
    fanatic
    stealthy
    lax
    elite
    berserk
    inexperienced
    heroic
    concealed
    deployed
    conscript
    green
    radioless
    assault engineers: assault engineer
    sappers: sapper
    commandos: commando
    ski troops
    """,
    ("",),
)
"""What units may be told to be."""

CAPABILITIES = _phrases(
    """
    assault fire
    spraying fire
    winter camouflage
    smoke
    smoke grenades
    molotov cocktails
    panzerfaust: panzerfausts, pf
    gyrostabilizers: gyrostabilizer
    gyros: gyro
    radios
    hand-to-hand: hand - to - hand
    human wave
    deploy: deployment
    """,
    ("",),
)
"""What units may be told to have."""

BEGINNINGS = _phrases(
    """
    malfunctioned: malfunctioning
    broken
    emplaced
    entrenched
    concealed
    hidden: hip
    in motion
    abandoned
    immobilized: immobile
    disrupted
    pinned
    buttoned up: bu
    crew exposed: ce
    possessed
    unpossessed
    dismantled
    bogged
    mired
    fanatic
    """,
    ("",),
)
"""In what state units may begin."""

NATIONS = MappingProxyType(
    {
        **_phrases(
            """
            german
            russian
            soviet
            american: us
            italian
            hungarian
            romanian: rumanian
            slovakian: slovak
            croatian: croat
            bulgarian
            norwegian
            belgian
            canadian
            australian
            indian
            gurkha
            greek
            yugoslavian: yugoslav
            ethiopian
            korean
            partisan
            filipino
            attacker
            defender
            """
        ),
        **_phrases(
            """
            british
            french: free french
            vichy: vichy french
            finnish: finn, finns
            polish: pole, poles
            dutch
            danish: danes
            japanese
            chinese
            thai
            anzac
            new zealand: new zealanders
            commonwealth
            swedish: swedes
            spanish
            ss
            axis
            axis minor
            allied: allies
            allied minor
            north korean: north koreans
            """,
            ("",),
        ),
    }
)
"""Words for sides: adjectives, and those for their men."""
