import { expect, test } from 'vitest';
import { repeatedName } from '../../../service/authorization/parameters.ts';

test('names the parameter that comes twice', () => {
  expect(repeatedName(new URLSearchParams('a=1&b=2&b=&a='))).toBe('b');
  expect(repeatedName(new URLSearchParams('a=1&%61=2'))).toBe('a');
  expect(repeatedName(new URLSearchParams('a=1&b=1'))).toBeUndefined();
  expect(repeatedName(new URLSearchParams(''))).toBeUndefined();
});

test('a form of nothing but names is gone through once', () => {
  let read = 0;
  class CountedForm extends URLSearchParams {
    override *keys(): URLSearchParamsIterator<string> {
      for (const name of super.keys()) {
        read += 1;
        yield name;
      }
    }
    override getAll(name: string): string[] {
      read += this.size;
      return super.getAll(name);
    }
  }
  const names = 12_000;
  const form = new CountedForm(Array.from({ length: names }, (_, index) => `${index}=`).join('&'));
  expect(repeatedName(form)).toBeUndefined();
  expect(read).toBe(names);
});
