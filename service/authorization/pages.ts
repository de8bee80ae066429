/** The service's own pages, as HTML without a script. Every value goes through `escapeHtml` on its way in. */
import { createHash } from 'node:crypto';
import type { PracticeOperator } from '../service-context.ts';
import type { ConnectedApplication } from './grants.ts';
import { describeScope, isSensitive } from './oauth-scopes.ts';
import { pageStyle } from './page-style.ts';
import type { SignedInUser } from './sessions.ts';

export interface Page {
  readonly status: number;
  readonly html: string;
  /** Sources beside 'self' that the page's forms may end up at. */
  readonly formActions: readonly string[];
}

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/** Headers of every page: nothing loads but its own style, nobody frames it, nothing is kept or told to the next site. */
export function pageHeaders(page: Page): Record<string, string> {
  const formAction = ["'self'", ...page.formActions].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

interface SignInPage {
  readonly eventName: string;
  readonly formToken: string;
  /** Where to go once signed in: a path of this service. */
  readonly returnTo: string;
  readonly email: string;
  readonly problem: string | undefined;
  readonly status: number;
  readonly practiceOperators: readonly PracticeOperator[];
}

export function signInPage(content: SignInPage): Page {
  const hidden = hiddenFields({ form_token: content.formToken, return_to: content.returnTo });
  const problem =
    content.problem === undefined
      ? ''
      : `<p class="notice refused" role="alert" id="problem">${icons.alert}<span>${escapeHtml(content.problem)}</span></p>`;
  const invalid = content.problem === undefined ? '' : ' aria-describedby="problem"';
  // Whoever got it wrong goes on where they were; among the made-up operators nobody needs to type.
  const startsAt = content.problem !== undefined && content.email !== '' ? 'password' : 'email';
  const focus = (field: 'email' | 'password') =>
    startsAt === field && (content.problem !== undefined || content.practiceOperators.length === 0) ? ' autofocus' : '';
  const operators = content.practiceOperators.map(
    (operator) => `
      <li><button class="person" name="operator" value="${escapeHtml(operator.userId)}">
        <span class="initials" aria-hidden="true">${escapeHtml(initials(operator.name))}</span>
        <span><strong>${escapeHtml(operator.name)}</strong><small>${escapeHtml(operator.label)}</small></span>
        ${icons.next}
      </button></li>`,
  );
  const practice =
    operators.length === 0
      ? ''
      : `
    <section class="practice" aria-labelledby="practice">
      <h2 id="practice">Practice mode</h2>
      <p>Nobody here is real. Pick who you want to be:</p>
      <form method="post" action="/sign-in">${hidden}<ul class="people">${operators.join('')}</ul></form>
    </section>
    <p class="or"><span>or with a password</span></p>`;
  return page(
    content.status,
    `Sign in – ${content.eventName}`,
    content.eventName,
    `
    <h1>Sign in</h1>
    ${problem}${practice}
    <form method="post" action="/sign-in">
      ${hidden}
      <label for="email">E-mail address</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${escapeHtml(content.email)}"${invalid}${focus('email')}>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${invalid}${focus('password')}>
      <button class="${operators.length === 0 ? 'primary' : 'secondary'} wide">Sign in</button>
    </form>`,
  );
}

interface ConsentPage {
  readonly eventName: string;
  readonly formToken: string;
  readonly applicationName: string;
  readonly user: SignedInUser;
  readonly oauthScopes: readonly string[];
  /** The query of the authorization request, letter for letter. */
  readonly query: string;
  readonly redirectUri: string;
  /** Undefined where the form is answered by `onwardPage`. */
  readonly formAction: string | undefined;
}

export function consentPage(content: ConsentPage): Page {
  const sensitive = content.oauthScopes.some(isSensitive);
  const application = escapeHtml(content.applicationName);
  const scopes = content.oauthScopes.map((oauthScope) => {
    const { title, detail } = describeScope(oauthScope);
    const mark = isSensitive(oauthScope) ? `<span class="mark">${icons.shield}Administrative permission</span>` : '';
    return `<li class="${isSensitive(oauthScope) ? 'sensitive' : ''}">
        ${isSensitive(oauthScope) ? icons.key : icons.person}
        <div><strong>${escapeHtml(title)}</strong>${mark}<p>${escapeHtml(detail)} <code>${escapeHtml(oauthScope)}</code></p></div>
      </li>`;
  });
  const warning = sensitive
    ? `<p class="notice waiting">${icons.shield}<span>This gives the application administrative access to other people’s
        data. Go on only if you trust it and work with it for ${escapeHtml(content.eventName)}.</span></p>`
    : '';
  return page(
    200,
    `Authorize ${content.applicationName} – ${content.eventName}`,
    content.eventName,
    `
    <h1>Allow ${application}?</h1>
    ${signedInAs(content.user, content.formToken, `/oauth/authorize?${content.query}`)}
    <h2>It will be able to</h2>
    <ul class="scopes">${scopes.join('')}</ul>
    ${warning}
    <form method="post" action="/oauth/authorize" class="decision">
      ${hiddenFields({ form_token: content.formToken, request: content.query })}
      <button name="decision" value="authorize" class="primary${sensitive ? ' highlighted' : ''}">${sensitive ? icons.shield : ''}Authorize</button>
      <button name="decision" value="deny" class="secondary">Deny</button>
    </form>
    <p class="quiet">Afterwards you return to <code>${escapeHtml(content.redirectUri)}</code>. You can take this back at any
      time under <a href="/applications">Connected applications</a>.</p>`,
    content.formAction === undefined ? [] : [content.formAction],
  );
}

interface OnwardPage {
  readonly eventName: string;
  readonly applicationName: string;
  /** Where the browser goes on to, by itself. */
  readonly location: string;
}

/** Leads on without a redirect, for addresses that no form may end at; without a script, as everything here. */
export function onwardPage({ eventName, applicationName, location }: OnwardPage): Page {
  return page(
    200,
    `Back to ${applicationName} – ${eventName}`,
    eventName,
    `
    <h1>Back to ${escapeHtml(applicationName)}</h1>
    <p>Your browser goes on by itself. If it does not: <a href="${escapeHtml(location)}">Go on</a></p>`,
    [],
    `<meta http-equiv="refresh" content="0; url=${escapeHtml(location)}">`,
  );
}

/** In the pages' language; the day is the one of the `datetime` beside it. */
const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

interface ApplicationsPage {
  readonly eventName: string;
  readonly formToken: string;
  readonly user: SignedInUser;
  readonly applications: readonly ConnectedApplication[];
  readonly notice: string | undefined;
}

export function applicationsPage(content: ApplicationsPage): Page {
  const entries = content.applications.map((application) => {
    const since = application.since.toISOString().slice(0, 10);
    const scopes = application.oauthScopes.map((oauthScope) => escapeHtml(describeScope(oauthScope).title)).join(' · ');
    return `<li>
        <div><strong>${escapeHtml(application.name)}</strong><p>${scopes}</p><small>Since <time datetime="${since}">${dayInWords.format(application.since)}</time></small></div>
        <form method="post" action="/applications">
          ${hiddenFields({ form_token: content.formToken, client_id: application.clientId })}
          <button class="secondary danger" aria-label="Revoke the access of ${escapeHtml(application.name)}">Revoke</button>
        </form>
      </li>`;
  });
  const list =
    entries.length === 0
      ? '<p class="empty">No application has access to your account.</p>'
      : `<ul class="applications">${entries.join('')}</ul>`;
  const notice =
    content.notice === undefined
      ? ''
      : `<p class="notice done" role="status">${icons.check}<span>${escapeHtml(content.notice)}</span></p>`;
  return page(
    200,
    `Connected applications – ${content.eventName}`,
    content.eventName,
    `
    <h1>Connected applications</h1>
    ${signedInAs(content.user, content.formToken, '/applications')}
    ${notice}
    <p>These may act on your behalf. What you revoke stops working at once.</p>
    ${list}`,
  );
}

interface ProblemPage {
  readonly eventName: string;
  readonly status: number;
  readonly title: string;
  readonly problem: string;
  /** What the reader can do about it. */
  readonly advice: string;
  /** Offers to sign in as somebody else and come back. */
  readonly switchUser?: { readonly user: SignedInUser; readonly formToken: string; readonly returnTo: string };
}

export function problemPage(content: ProblemPage): Page {
  const switcher =
    content.switchUser === undefined
      ? ''
      : signedInAs(content.switchUser.user, content.switchUser.formToken, content.switchUser.returnTo);
  return page(
    content.status,
    `${content.title} – ${content.eventName}`,
    content.eventName,
    `
    <h1>${escapeHtml(content.title)}</h1>
    <p class="notice refused" role="alert">${icons.alert}<span>${escapeHtml(content.problem)}</span></p>
    ${switcher}
    <p>${escapeHtml(content.advice)}</p>`,
  );
}

export interface OperationOnPage {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly detail: string;
  readonly oauthScope: string | undefined;
  /** JSON Schema of the body, as text. */
  readonly request: string | undefined;
  readonly response: string | undefined;
}

export function descriptionPage(eventName: string, operations: readonly OperationOnPage[]): Page {
  const schema = (title: string, text: string | undefined) =>
    text === undefined
      ? ''
      : `<details><summary>${title}</summary><pre tabindex="0" aria-label="${title}">${escapeHtml(text)}</pre></details>`;
  const entries = operations.map(
    (operation) => `<li>
      <h2>${escapeHtml(operation.summary)}</h2>
      <p><code>${escapeHtml(`${operation.method} ${operation.path}`)}</code></p>
      <p>${escapeHtml(operation.detail)}${operation.oauthScope === undefined ? '' : ` Needs <code>${escapeHtml(operation.oauthScope)}</code>.`}</p>
      ${schema('Request body', operation.request)}${schema('Response body', operation.response)}
    </li>`,
  );
  return page(
    200,
    `Endpoints – ${eventName}`,
    eventName,
    `
    <h1>Endpoints</h1>
    <p>The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
    <ul class="endpoints">${entries.join('')}</ul>`,
  );
}

function signedInAs(user: SignedInUser, formToken: string, returnTo: string): string {
  return `<form method="post" action="/sign-out" class="signed-in">
      ${hiddenFields({ form_token: formToken, return_to: returnTo })}
      <span class="initials" aria-hidden="true">${escapeHtml(initials(user.displayName))}</span>
      <span class="who"><small>Signed in as</small><strong>${escapeHtml(user.displayName)}</strong><small>${escapeHtml(user.email)}</small></span>
      <button class="link">Not you?</button>
    </form>`;
}

function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}

function page(
  status: number,
  title: string,
  eventName: string,
  content: string,
  formActions: readonly string[] = [],
  head = '',
): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
${head}
</head>
<body>
<main>
<p class="event">${icons.logo}<span>${escapeHtml(eventName)}</span></p>
${content}
</main>
</body>
</html>
`;
  return { status, html, formActions };
}

function icon(paths: string): string {
  return `<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;
}

/** Drawn for these pages; each stands beside words that say the same. */
const icons = {
  logo: `<span class="logo">${icon('<path d="M4 5h16a1 1 0 0 1 1 1v3a3 3 0 0 0 0 6v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a3 3 0 0 0 0-6V6a1 1 0 0 1 1-1z"/><path d="m9 12 2.2 2.2L15.5 10"/>')}</span>`,
  alert: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5.5M12 16.4v.1"/>'),
  check: icon('<circle cx="12" cy="12" r="9"/><path d="m8 12.3 2.7 2.7L16 9.6"/>'),
  shield: icon(
    '<path d="M12 3 5 5.8v5.7c0 4.3 2.9 7.6 7 9.5 4.1-1.9 7-5.2 7-9.5V5.8z"/><path d="M12 8.5v4M12 15.6v.1"/>',
  ),
  key: icon('<circle cx="8" cy="15.5" r="4.5"/><path d="m11.2 12.3 8.3-8.3M16 7.5l3 3"/>'),
  person: icon('<circle cx="12" cy="8" r="4"/><path d="M4.5 20.5c1-4 4-6 7.500-6s6.500 2 7.500 6"/>'),
  next: icon('<path d="m9.500 6 6 6-6 6"/>'),
} as const;
