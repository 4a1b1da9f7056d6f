"""Invented names for the people of sample fleets: common given names with common surnames."""

from __future__ import annotations

import random

_GIVEN = """
Andrea Anke Anton Armin Barbara Ben Birgit Bjarne Britta Carsten Claudia Dennis Dieter Dirk Doris Eike Elena Emil
Enno Erik Esra Falk Felix Florian Frank Frieda Georg Gerd Greta Hanna Heike Heiko Helge Henrike Holger Ida Imke Ines
Ingo Jakob Janina Jens Jochen Johanna Jonas Josefine Julia Karl Karsten Katja Kerstin Klaus Kristin Lars Lasse Lea
Leon Lennart Linus Lisa Lukas Maike Malin Marco Maren Mario Markus Martin Mehmet Merle Michael Mirko Murat Nadine
Nico Nils Nina Norbert Olaf Oliver Paul Peer Petra Pia Ralf Reinhard René Rieke Robert Rolf Sabrina Sandra Sascha
Silvia Simon Sina Stefan Steffen Susanne Svea Sven Tamara Tanja Theo Thomas Till Timo Tobias Torsten Ulf Ute Vera
Viktor Volker Wanda Werner Wolf Yusuf
"""

_FAMILY = """
Abel Adler Albers Apel Arndt Bachmann Bär Bartels Bauer Baumann Beckmann Behnke Bender Berger Bischoff Block Bode
Böhm Borchert Brandes Breuer Brinkmann Bruns Buchholz Burmeister Cordes Dahlke Decker Dettmer Dietz Döring Drewes
Eckert Eggert Engel Ernst Falke Fiedler Fricke Fuhrmann Gärtner Gebhardt Göbel Gräf Grothe Haase Hansen Hartwig
Heine Heller Hesse Hillmann Hoppe Horn Jacobi Janke Jordan Kaiser Kaya Keller Kern Kirchner Klein Knoll Kolbe
Kowalski Krause Kremer Krüger Kuhn Lange Lehnert Lindner Löffler Lorenz Ludwig Mahler Marquardt Matthies Menzel
Michels Mielke Mohr Moser Nagel Naumann Neubert Niemann Noack Oelke Ott Özdemir Pahl Peschel Pfeiffer Pohl Rabe
Raschke Reimann Richter Riedel Röhr Rohde Ruppert Sachse Sander Schade Scherer Schilling Schöne Schrader Seidel
Siebert Sommer Stahl Steffens Stein Stolte Thiele Thomas Uhlig Vetter Vogt Wagner Walther Weber Wegner Wendt Werner
Wiese Wilke Winkler Wolter Yılmaz Zander Ziegler Zimmer
"""


def invented_names(count: int, seed: int) -> list[str]:
    """So many different names, no surname twice before all are used."""
    rng = random.Random(seed)
    given, family = _GIVEN.split(), _FAMILY.split()
    rng.shuffle(family)
    names: list[str] = []
    while len(names) < count:
        name = f"{rng.choice(given)} {family[len(names) % len(family)]}"
        if name not in names:
            names.append(name)
    return names
