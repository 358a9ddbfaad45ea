"""SVG paths for the building types, the start tile, water and walls; and all colours."""

from __future__ import annotations

from granada_rules.box import Building

__all__ = [
    "BATTLEMENTS",
    "DARK",
    "EMBLEMS",
    "FOUNTAIN",
    "HOUSE",
    "JOINTS",
    "LIGHT",
    "ROOF",
    "TILE",
    "WALL_ICON",
    "WAVES",
]

TILE = 96
"""Width and height of a tile."""


# Emblems are 24 wide and 24 high, and fill by the even-odd rule: a shape within a shape is a window.
EMBLEMS = {
    # A dome on columns.
    Building.PAVILION: (
        "M12 0l1.3 3.2c4.6 1.4 7.2 4 7.2 7.8h-17c0-3.8 2.6-6.4 7.2-7.8z"
        "M2 12.5h20V15H2zM4 15h3v5.5H4zM10.5 15h3v5.5h-3zM17 15h3v5.5h-3zM2 20.5h20V23H2z"
    ),
    # A star of two squares.
    Building.SERAGLIO: (
        "M12 .5l3.4 3.4h4.7v4.7L23.5 12l-3.4 3.4v4.7h-4.7L12 23.5l-3.4-3.4H3.9v-4.7"
        "L.5 12l3.4-3.4V3.9h4.7zM12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6z"
    ),
    # A row of tall arches.
    Building.ARCADES: (
        "M1 4h22v18H1zM3 22v-9.5a2.5 2.5 0 0 1 5 0V22zM9.5 22v-9.5a2.5 2.5 0 0 1 5 0V22z"
        "M16 22v-9.5a2.5 2.5 0 0 1 5 0V22zM1 1h22v2H1z"
    ),
    # A key.
    Building.CHAMBERS: (
        "M12 1a5.5 5.5 0 0 1 1.5 10.8V13.5H18V17h-1.5v2H18v3.5h-4.5V23h-3V11.8A5.5 5.5 0 0 1 12 1z"
        "M12 4a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z"
    ),
    # A flower.
    Building.GARDEN: (
        "M12 1c1.8 2 2.6 3.3 3 4.6C16.3 4.2 17.7 3.3 19.5 2.8c.6 6-2 9.5-6.2 10.2v3.6"
        "c1.8-2.8 4.4-3.8 8-3.6-.4 4.6-3.2 7-8 7v3h-2.6v-3c-4.8 0-7.6-2.4-8-7 3.6-.2 6.2.8 8 3.6V13"
        "C6.5 12.3 3.9 8.8 4.5 2.8 6.3 3.3 7.7 4.2 9 5.6 9.4 4.3 10.2 3 12 1z"
    ),
    # A tower with battlements.
    Building.TOWER: (
        "M4 1h4v3h2.2V1h3.6v3H16V1h4v8h-2v10h2v4h-6.2v-4a1.8 1.8 0 0 0-3.6 0v4H4v-4h2V9H4zM10.8 11v4h2.4v-4z"
    ),
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
HOUSE = "M28 35h40v29H28z"
ROOF = "M48 14l28 18-3 4H23l-3-4z"
FOUNTAIN = (
    "M46.5 30h3v24h-3zM26 52h44c0 8-6 13-14 14v4h6v4H34v-4h6v-4c-8-1-14-6-14-14z"
    "M48 14c2 5 4 7 4 10a4 4 0 0 1-8 0c0-3 2-5 4-10z"
    "M46 32C38 28 31 33 30 48h3c1-11 6-16 13-13zM50 32c8-4 15 1 16 16h-3c-1-11-6-16-13-13z"
)
BATTLEMENTS = "M0 0h5v5h7V0h8v5h8V0h8v5h8V0h8v5h8V0h8v5h8V0h8v5h7V0h5v12H0z"
JOINTS = "M12 8.5h72M16 5v3.5M32 5v3.5M48 5v3.5M64 5v3.5M80 5v3.5M24 8.5V12M40 8.5V12M56 8.5V12M72 8.5V12"
WAVES = "M10 5.5q4.75-4 9.5 0t9.5 0 9.5 0 9.5 0 9.5 0 9.5 0 9.5 0 9.5 0"

# A piece of wall, 22 by 14.
WALL_ICON = "M0 0h4v4h5V0h4v4h5V0h4v14H0z"

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
    "brick": "#a9603c",
    "joint": "#fbeee0",
    # A-BOX-14.
    "pavilion": "#2457a8",
    "seraglio": "#b3201f",
    "arcades": "#7a4a1e",
    "chambers": "#ffffff",
    "chambers-edge": "#6a6558",
    "garden": "#2f7d32",
    "tower": "#6b3fa0",
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
    "brick": "#d08a63",
    "joint": "#3a2a20",
    "pavilion": "#7fa9ee",
    "seraglio": "#f0736c",
    "arcades": "#c79a6b",
    "garden": "#7cc47e",
    "tower": "#b794e6",
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
