#!/usr/bin/env python3
"""Writes letters.ts: which letter stands for which when people are searched.

Normalisation (NFKD) already takes most accents apart. What it leaves alone are letters that Unicode does not decompose:
a stroke through an o, a dotless i, a final kaf. Their *names* say what they are, so the table is derived from the names:

    X WITH Y                 -> X                  (LATIN SMALL LETTER L WITH STROKE -> l)
    FINAL/SMALL/... X        -> X                  (HEBREW LETTER FINAL KAF -> kaf, KATAKANA LETTER SMALL TU -> tu)
    KATAKANA LETTER X        -> HIRAGANA LETTER X
    LATIN ... LETTER XY      -> "xy"               (LATIN SMALL LETTER AE -> ae, LATIN SMALL LIGATURE OE -> oe)
    letters with a name of their own -> `named`    (THORN -> th), the only part written by hand

Run: python3 electron/directory/people-index/generate-letters.py
"""
import pathlib
import re
import sys
import unicodedata

named = {
    'THORN': 'th', 'ETH': 'd', 'ENG': 'n', 'KRA': 'q', 'SCHWA': 'e', 'EZH': 'z', 'ESH': 's', 'YOGH': 'y', 'WYNN': 'w',
    'HWAIR': 'hv', 'GAMMA': 'g', 'ALPHA': 'a', 'BETA': 'b', 'IOTA': 'i', 'UPSILON': 'u', 'OMEGA': 'o', 'CHI': 'x',
    'DELTA': 'd', 'LAMBDA': 'l', 'PHI': 'f', 'SALTILLO': '', 'GLOTTAL STOP': '', 'SHARP S': 'ss', 'LONG S': 's',
}
# One letter in another typist's layout: Persian and Urdu keyboards against Arabic ones.
same_letter = {
    'ARABIC LETTER FARSI YEH': 'ARABIC LETTER YEH', 'ARABIC LETTER ALEF MAKSURA': 'ARABIC LETTER YEH',
    'ARABIC LETTER YEH BARREE': 'ARABIC LETTER YEH', 'ARABIC LETTER KEHEH': 'ARABIC LETTER KAF',
    'ARABIC LETTER SWASH KAF': 'ARABIC LETTER KAF', 'ARABIC LETTER HEH GOAL': 'ARABIC LETTER HEH',
    'ARABIC LETTER HEH DOACHASHMEE': 'ARABIC LETTER HEH', 'ARABIC LETTER AE': 'ARABIC LETTER HEH',
    'ARABIC LETTER TEH MARBUTA': 'ARABIC LETTER HEH', 'ARABIC LETTER TEH MARBUTA GOAL': 'ARABIC LETTER HEH',
    'ARABIC LETTER ALEF WASLA': 'ARABIC LETTER ALEF', 'CYRILLIC SMALL LETTER PALOCHKA': 'CYRILLIC SMALL LETTER I',
}
adjectives = re.compile(
    r'\b(FINAL|SMALL(?! LETTER| CAPITAL| LIGATURE)|CAPITAL(?! LETTER| LIGATURE)|DOTLESS|OPEN|CLOSED|REVERSED|TURNED|INSULAR|BROKEN|INVERTED|'
    r'SIDEWAYS|BARRED|TAILLESS|BLACKLETTER|STRETCHED|SCRIPT|ROTUNDA|VOLAPUK|EGYPTOLOGICAL|OLD|ARCHAIC|STIRRUP|LONG LEGGED|LONG|HALF|TOP|BOTTOM) ')


def by_name(name):
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return None


def fold(character, depth=0):
    name = unicodedata.name(character, '')
    if not name or depth > 4:
        return character
    if name in same_letter:
        return fold(by_name(same_letter[name]), depth + 1)
    if name.startswith('KATAKANA LETTER '):
        hiragana = by_name('HIRAGANA' + name[len('KATAKANA'):])
        if hiragana:
            return fold(hiragana, depth + 1)
    base = name.split(' WITH ')[0]
    if name.startswith('LATIN '):
        letters = re.sub(r'^LATIN (SMALL |CAPITAL )*(LETTER |LIGATURE )?(SMALL CAPITAL )?', '', base)
        for own, value in named.items():
            if letters == own:
                return value
        letters = adjectives.sub('', letters)
        letters = re.sub(r' BAR$', '', letters)
        if letters in named:
            return named[letters]
        return letters.lower() if re.fullmatch(r'[A-Z]{1,2}', letters) else character
    plain = re.sub(r'^((?:\w+ )+?LETTER )', lambda found: found.group(1), adjectives.sub('', base))
    if plain != name:
        simpler = by_name(plain)
        if simpler and unicodedata.category(simpler)[0] == 'L':
            return fold(simpler, depth + 1)
    return character


pairs = []
for code in range(0xC0, sys.maxunicode):
    character = chr(code)
    if unicodedata.category(character) not in ('Ll', 'Lo', 'Lm'):
        continue
    # Only what normalisation and case folding leave alone; hangul, ideographs and symbols have no base letter.
    if unicodedata.normalize('NFKD', character.upper().lower()) != character:
        continue
    if not re.match(r'(LATIN|CYRILLIC|GREEK|ARABIC LETTER|HEBREW|KATAKANA|HIRAGANA|ARMENIAN|GEORGIAN)', unicodedata.name(character, '')):
        continue
    folded = fold(character)
    if folded != character:
        pairs.append(character + folded)

lines, line = [], ''
for pair in pairs:
    if len(line) + len(pair) + 1 > 100:
        lines.append(line)
        line = ''
    line += pair + ' '
lines.append(line)
out = pathlib.Path(__file__).with_name('letters.ts')
body = ' +\n  '.join("'" + text + "'" for text in lines)
out.write_text(
    '/**\n * Letters that normalisation does not take apart, each followed by what stands for it in a search.\n'
    f' * Generated from the character names of Unicode {unicodedata.unidata_version} by generate-letters.py; not edited by hand.\n */\n'
    f'export const letterPairs =\n  {body};\n')
print(len(pairs), 'letters')
