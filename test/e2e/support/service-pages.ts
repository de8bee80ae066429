/** The person in front of the service's own pages, over HTTP: signs in as a made-up operator and decides. */

interface Page {
  readonly status: number;
  readonly html: string;
  readonly location: string | null;
}

/** Where the service sends the browser after the person has decided. */
export async function decideInBrowser(
  address: string,
  decision: 'authorize' | 'deny' = 'authorize',
  operatorLabel = 'may use Rolecall',
): Promise<string> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  const send = async (url: string, form?: Record<string, string>): Promise<Page> => {
    const response = await fetch(new URL(url, origin), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return { status: response.status, html: await response.text(), location: response.headers.get('location') };
  };

  const signInPage = await send(address);
  const operator = new RegExp(`name="operator" value="(\\d+)"(?:(?!</button>).)*${operatorLabel}`, 's').exec(
    signInPage.html,
  )?.[1];
  if (operator === undefined)
    throw new Error(`No operator "${operatorLabel}" on the sign-in page (${signInPage.status}).`);
  const signedIn = await send('/sign-in', { ...hiddenFields(signInPage.html, '/sign-in'), operator });
  const consent = await send(signedIn.location ?? address);
  const sent = await send('/oauth/authorize', { ...hiddenFields(consent.html, '/oauth/authorize'), decision });
  if (sent.location === null) throw new Error(`The service did not send the browser back (${sent.status}).`);
  return sent.location;
}

function hiddenFields(html: string, action: string): Record<string, string> {
  const form = new RegExp(`<form method="post" action="${action}"[^>]*>(.*?)</form>`, 's').exec(html)?.[1] ?? '';
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      unescapeHtml(value),
    ]),
  );
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
