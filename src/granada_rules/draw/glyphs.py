"""SVG paths for the building types, the start tile and water; and all colours."""

from __future__ import annotations

from granada_rules.tiles import Building

__all__ = ["DARK", "EMBLEMS", "FOUNTAIN", "LIGHT", "ROOF", "WALL", "WAVES"]

# Emblems are 24 wide and 24 high, and fill by the even-odd rule: a shape within a shape is a window.
EMBLEMS = {
    # Two storeys of arches.
    Building.ARENA: (
        "M4 3h16v4h2v15H2V7h2zM6 11V9a1.5 1.5 0 0 1 3 0v2zM10.5 11V9a1.5 1.5 0 0 1 3 0v2z"
        "M15 11V9a1.5 1.5 0 0 1 3 0v2zM4 20v-4a2 2 0 0 1 4 0v4zM10 20v-4a2 2 0 0 1 4 0v4z"
        "M16 20v-4a2 2 0 0 1 4 0v4z"
    ),
    # A tub, and steam above it.
    Building.BATH_HOUSE: (
        "M1 13h22v2c0 3-2 5-4 5.6V23h-2.6v-2H7.6v2H5v-2.4C3 20 1 18 1 15z"
        "M6 11c-2-2.5 1.8-4 0-6.5L7.6 3c2.6 3-1 5 .8 8z"
        "M11 11c-2-2.5 1.8-4 0-6.5L12.6 3c2.6 3-1 5 .8 8z"
        "M16 11c-2-2.5 1.8-4 0-6.5L17.6 3c2.6 3-1 5 .8 8z"
    ),
    # An open book.
    Building.LIBRARY: (
        "M11.3 6C8.5 4 5 3.6 1 4v15c4-.4 7.5 0 10.3 2zM12.7 6c2.8-2 6.3-2.4 10.3-2v15"
        "c-4-.4-7.5 0-10.3 2zM3 7.5v1.6c2.5-.1 4.5.2 6.3 1V8.4C7.5 7.7 5.5 7.4 3 7.5z"
        "M3 12v1.6c2.5-.1 4.5.2 6.3 1v-1.7c-1.8-.7-3.8-1-6.3-.9z"
        "M21 7.5v1.6c-2.5-.1-4.5.2-6.3 1V8.4c1.8-.7 3.8-1 6.3-.9z"
        "M21 12v1.6c-2.5-.1-4.5.2-6.3 1v-1.7c1.8-.7 3.8-1 6.3-.9z"
    ),
    # A bed.
    Building.HOSTEL: (
        "M1 4h2.6v9H11V8h8a4 4 0 0 1 4 4v9h-2.6v-4H3.6v4H1zM4.5 9.5a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0z"
    ),
    # A cross.
    Building.HOSPITAL: "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z",
    # A stall with an awning.
    Building.MARKET: (
        "M4 2h16l2.4 7a2.6 2.6 0 0 1-5.2 0 2.6 2.6 0 0 1-5.2 0 2.6 2.6 0 0 1-5.2 0"
        " 2.6 2.6 0 0 1-5.2 0zM3 13.5h2.4V16h13.2v-2.5H21V22h-2.4v-3.5H5.4V22H3z"
    ),
    # A tree.
    Building.PARK: (
        "M12 1a5.5 5.5 0 0 1 5.4 4.6A5 5 0 0 1 17 15.5h-3.6V20H17v2.5H7V20h3.6v-4.5H7"
        "A5 5 0 0 1 6.6 5.6 5.5 5.5 0 0 1 12 1z"
    ),
    # A cap with a tassel.
    Building.SCHOOL: (
        "M12 4l12 5.5-3 1.4V17h1v3h-3v-3h1v-5.6L12 15 0 9.5zM5 13.4l7 3.3 5-2.3v4c-2.5 2.8-9.5 2.8-12 0z"
    ),
    # Houses side by side.
    Building.DISTRICT: (
        "M1 13l5-5 4.5 4.5V22H1zM9.5 9.5L16 3l7 7v12H12V12zM4 15v3h3.5v-3zM14.5 12v3H17v-3zM18.5 12v3H21v-3z"
        "M14.5 17v5H17v-5z"
    ),
}

# What follows has the size of a tile, 96 by 96, roof up.
WALL = "M28 35h40v29H28z"
ROOF = "M48 14l28 18-3 4H23l-3-4z"
FOUNTAIN = (
    "M46.5 30h3v24h-3zM26 52h44c0 8-6 13-14 14v4h6v4H34v-4h6v-4c-8-1-14-6-14-14z"
    "M48 14c2 5 4 7 4 10a4 4 0 0 1-8 0c0-3 2-5 4-10z"
    "M46 32C38 28 31 33 30 48h3c1-11 6-16 13-13zM50 32c8-4 15 1 16 16h-3c-1-11-6-16-13-13z"
)
WAVES = "M10 5.5q4.75-4 9.5 0t9.5 0 9.5 0 9.5 0 9.5 0 9.5 0 9.5 0 9.5 0"

LIGHT = {
    "ground": "#f8f5ee",
    "panel": "#efe9dc",
    "paper": "#fffdf8",
    "ink": "#26231d",
    "muted": "#6a6558",
    "line": "#a39a86",
    "grid": "#ddd5c4",
    "water": "#2f7fd0",
    "wave": "#eef7ff",
    "bank": "#174a80",
    "roof": "#7c2d12",
    "stone": "#8a7a55",
    "wrong": "#c4121a",
    "on-wrong": "#ffffff",
    "legal": "#15803d",
    "longest": "#ffb900",
    "casing": "#26231d",
    "card-ink": "#1d1a14",
    "yellow": "#f3cf4f",
    "green": "#9bd08a",
    "blue": "#9cc4f2",
    "orange": "#f6ab6c",
    "arena": "#a63a28",
    "bath-house": "#0f7c80",
    "library": "#5a46b0",
    "hostel": "#8a5a12",
    "hospital": "#b32a62",
    "market": "#c25a00",
    "park": "#3a7a2c",
    "school": "#44596b",
    "district": "#6d4c3d",
}
"""Colours for light pages, by role."""

DARK = {
    **LIGHT,
    "ground": "#1a1c20",
    "panel": "#24272d",
    "paper": "#2d3138",
    "ink": "#ede9e0",
    "muted": "#aaa59a",
    "line": "#666b74",
    "grid": "#363a42",
    "water": "#3b8ae0",
    "bank": "#8fc0f2",
    "roof": "#f0a487",
    "stone": "#c9b98f",
    "wrong": "#ff5d57",
    "on-wrong": "#1a1c20",
    "legal": "#4ade80",
    "longest": "#ffd24a",
    "casing": "#0b0c0e",
    "arena": "#e8836f",
    "bath-house": "#4fc4c4",
    "library": "#a797f0",
    "hostel": "#d9a24e",
    "hospital": "#f07fae",
    "market": "#ff9d4d",
    "park": "#86c973",
    "school": "#a3b8c9",
    "district": "#c4a08c",
}
"""Colours for dark pages, by role."""
