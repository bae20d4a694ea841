/*
 * Runs in the cluster's network, as a person's browser: signs in at the identity provider and prints the status and the
 * body of `/api/v1/me`. `sign-in.ts ORIGIN GATEWAY PERSON`; ORIGIN is the gateway's public origin, GATEWAY its address.
 */
const [origin = '', gateway = '', person = ''] = process.argv.slice(2);
const jars = new Map<string, Map<string, string>>();

async function send(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
  const url = new URL(address.startsWith(origin) ? gateway + address.slice(origin.length) : address);
  const jar = jars.get(url.host) ?? new Map<string, string>();
  jars.set(url.host, jar);
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    jar.set(name, value);
  }
  return response;
}

let at = `${origin}/auth/sign-in`;
for (let step = 0; step < 15 && at !== `${origin}/console`; step += 1) {
  const isForm = /\/interaction\/[\w-]+$/.test(at);
  const prompt = isForm ? /name="prompt" value="(\w+)"/.exec(await (await send(at)).text())?.[1] : undefined;
  const response = await send(at, prompt === undefined ? undefined : { prompt, login: person, password: 'x' });
  const next = response.headers.get('location');
  if (next === null) throw new Error(`${new URL(at).pathname}: ${response.status} ${await response.text()}`);
  at = new URL(next, at).href;
}
const me = await send(`${origin}/api/v1/me`);
console.log(JSON.stringify({ status: me.status, body: await me.json() }));
