/**
 * Walks through the pages of our own service as a browser would: sign-in as one of the made-up operators, then Authorize or
 * Deny. For the tour and for tests which are not about the browser itself.
 */

/** @param {string} text */
const unescapeHtml = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/**
 * The hidden fields of the form on a page that holds a button of this name.
 * @param {string} html
 * @param {string} buttonName
 */
export function formWithButton(html, buttonName) {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((text) => text.includes(`name="${buttonName}"`));
  if (form === undefined)
    throw new Error(
      `No form with a button "${buttonName}" on the page "${/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''}".`,
    );
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
    fields.set(
      unescapeHtml(/name="([^"]*)"/.exec(input)?.[1] ?? ''),
      unescapeHtml(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
    );
  }
  const buttons = [...form.matchAll(/<button[^>]*value="([^"]*)"[^>]*>([\s\S]*?)<\/button>/g)].map(
    ([, value, inside]) => ({
      value: unescapeHtml(value ?? ''),
      text: unescapeHtml((inside ?? '').replace(/<[^>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim(),
    }),
  );
  return { action: unescapeHtml(/action="([^"]*)"/.exec(form)?.[1] ?? ''), fields, buttons };
}

/**
 * @param {string} authorizationUrl what the app handed to the browser
 * @param {{ operator?: string, decision?: 'authorize' | 'deny' }} [choice] operator: part of a name or label on the sign-in
 *   page (default: the first one)
 * @returns {Promise<string>} the link the browser would open at the end
 */
export async function walkThroughConsent(authorizationUrl, { operator = '', decision = 'authorize' } = {}) {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  /** @param {string | URL} url @param {URLSearchParams} [form] */
  const visit = async (url, form) => {
    const headers = new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
    // Browsers send it with every form, and the service looks at it.
    if (form) headers.set('origin', new URL(url).origin);
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers,
      redirect: 'manual',
      ...(form ? { body: form } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    return { html: await answer.text(), next: location === null ? undefined : new URL(location, url) };
  };

  const signIn = await visit(authorizationUrl);
  const people = formWithButton(signIn.html, 'operator');
  const person = people.buttons.find(({ text }) => text.includes(operator));
  if (person === undefined)
    throw new Error(`Nobody called "${operator}" among: ${people.buttons.map(({ text }) => text).join(', ')}`);
  people.fields.set('operator', person.value);
  const signedIn = await visit(new URL(people.action, authorizationUrl), people.fields);
  if (signedIn.next === undefined) throw new Error('The service did not accept the operator.');

  const consent = await visit(signedIn.next);
  const form = formWithButton(consent.html, 'decision');
  form.fields.set('decision', decision);
  const decided = await visit(new URL(form.action, authorizationUrl), form.fields);
  if (decided.next === undefined) throw new Error('The service did not send the browser back.');
  return decided.next.href;
}
