interface Login {
  email: string;
  password: string;
  totp?: string;
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** Signs in to a service without a browser. Returns the cookies. Throws if the sign-in is refused. */
export async function signInOverHttp(
  baseUrl: string,
  { email, password, totp = "" }: Login,
): Promise<string> {
  const csrf = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, email, password, totp, json: "true" }),
    redirect: "manual",
  });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  return cookiesOf(answer);
}
