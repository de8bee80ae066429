/** Made-up people in any number, the same every time: names of seventeen locales, in eight scripts. */
import {
  ar,
  base,
  cs_CZ,
  da,
  de,
  en,
  es,
  Faker,
  fi,
  fr,
  hu,
  it,
  ja,
  ko,
  nl,
  pl,
  pt_BR,
  ru,
  sv,
  tr,
  zh_CN,
} from '@faker-js/faker';
import type { User } from '../../../contract/registration-api/resources.ts';
import { createRandom, pick } from './random.ts';

/** Locale, share of the people in per cent, whether the names are written in Latin letters. */
const locales = [
  { locale: en, share: 30, country: 'US', code: '+1' },
  { locale: de, share: 12, country: 'DE', code: '+49' },
  { locale: fr, share: 7, country: 'FR', code: '+33' },
  { locale: es, share: 7, country: 'ES', code: '+34' },
  { locale: it, share: 5, country: 'IT', code: '+39' },
  { locale: pl, share: 5, country: 'PL', code: '+48' },
  { locale: pt_BR, share: 5, country: 'BR', code: '+55' },
  { locale: nl, share: 5, country: 'NL', code: '+31' },
  { locale: sv, share: 4, country: 'SE', code: '+46' },
  { locale: da, share: 3, country: 'DK', code: '+45' },
  { locale: fi, share: 3, country: 'FI', code: '+358' },
  { locale: cs_CZ, share: 3, country: 'CZ', code: '+420' },
  { locale: hu, share: 2, country: 'HU', code: '+36' },
  { locale: tr, share: 3, country: 'TR', code: '+90' },
  { locale: ru, share: 2, country: 'RU', code: '+7' },
  { locale: ja, share: 1.5, country: 'JP', code: '+81' },
  { locale: ko, share: 1, country: 'KR', code: '+82' },
  { locale: zh_CN, share: 1, country: 'CN', code: '+86' },
  { locale: ar, share: 0.5, country: 'EG', code: '+20' },
] as const;

const domains = ['example.com', 'example.org', 'example.net', 'mail.example', 'post.example', 'uni.example.edu'];
const creatures = (
  'fox wolf dragon otter raven badger lynx panda tiger falcon gecko hyena jackal koala lemur moose newt owl puma quokka ' +
  'rabbit shark turtle viper walrus yak zebra bat cat dog'
).split(' ');
const moods = (
  'amber blue cosmic dusty electric fuzzy gentle happy icy jolly keen lucky misty noble odd purple quiet rusty silver tiny ' +
  'umber velvet wild young zesty bold calm dark eager frosty'
).split(' ');

export function syntheticPeople(count: number, seed = 1): readonly User[] {
  const random = createRandom(seed);
  const fakers = locales.map(({ locale }) => {
    const faker = new Faker({ locale: [locale, en, base] });
    faker.seed(seed);
    return faker;
  });
  const total = locales.reduce((sum, { share }) => sum + share, 0);
  return Array.from({ length: count }, (_, index) => {
    let place = random() * total;
    let which = 0;
    for (const [candidate, { share }] of locales.entries()) {
      which = candidate;
      place -= share;
      if (place < 0) break;
    }
    const faker = fakers[which];
    const own = locales[which];
    if (faker === undefined || own === undefined) throw new Error('There are no locales.');
    const firstName = faker.person.firstName();
    const lastName = faker.person.lastName();
    const plain = (text: string) =>
      text
        .normalize('NFKD')
        .replaceAll(/[^A-Za-z]/gu, '')
        .toLowerCase();
    const first = plain(firstName) || pick(random, creatures);
    const last = plain(lastName) || pick(random, moods);
    const number = Math.floor(random() * 1000);
    const username = pick(random, [
      `${first}${last.slice(0, 1)}${number}`,
      `${pick(random, moods)}_${pick(random, creatures)}${number}`,
      `${pick(random, creatures)}${last}`,
      `${first}.${last}`,
    ]);
    const local = pick(random, [
      `${first}.${last}`,
      `${first}${number}`,
      `${first.slice(0, 1)}${last}${number}`,
      username,
    ]);
    const fate = random();
    const preferredName =
      fate < 0.3
        ? null
        : fate < 0.6
          ? `${firstName} ${lastName}`
          : fate < 0.85
            ? faker.person.firstName()
            : capital(`${pick(random, moods)} ${pick(random, creatures)}`);
    const digits = String(Math.floor(random() * 1e9)).padStart(9, '0');
    return {
      id: String(100_000 + index * 7),
      email: `${local}@${pick(random, domains)}`,
      preferredName,
      firstName,
      lastName,
      username,
      verified: random() < 0.9,
      phone: random() < 0.15 ? null : `${own.code}${digits}`,
      address:
        random() < 0.2
          ? null
          : {
              addressCity: faker.location.city(),
              addressCountry: own.country,
              addressLine1: faker.location.streetAddress(),
              addressLine2: null,
              addressState: null,
              addressZipcode: faker.location.zipCode(),
            },
    };
  });
}

function capital(text: string): string {
  return text.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase());
}
