import { randomBytes } from "node:crypto";
import { TOTP } from "otpauth";
import { signInOverHttp } from "@/test/http/sign-in-over-http";
import { send } from "./api.ts";
import { runCommand } from "./run-command.ts";
import type { Settings } from "./settings.ts";

/** An administrator of the operator who is signed in. */
export interface Administrator {
  email: string;
  /** Sends a request of the console: a GET without a body. Returns `data` of its response. */
  call: <Data>(path: string, body?: object) => Promise<Data>;
  /** Begins a new session, after something ended the one before. */
  signIn: () => Promise<void>;
  /** The code that the authenticator shows now. */
  code: () => string;
}

interface AdministratorOptions {
  baseUrl: string;
  settings: Settings;
  /** Also the name before the @ of the email. */
  name: string;
}

export const tokenOf = (inviteUrl: string) => new URL(inviteUrl).pathname.split("/").at(-1) ?? "";
export const newPassword = () => randomBytes(18).toString("base64url");

/** Makes an administrator: invited by the command, enrolled and signed in by the API. */
export async function makeAdministrator(options: AdministratorOptions): Promise<Administrator> {
  const { baseUrl, settings, name } = options;
  const email = `${name.toLowerCase()}@rehearsal.example`;
  const { code, output } = await runCommand("invite-operator", [email], settings);
  const inviteUrl = output.split(/\s/).find((word) => /^https?:/.test(word));
  if (code !== 0 || inviteUrl === undefined) throw new Error(`No invitation: ${output}`);
  const path = `${baseUrl}/api/invitations/${tokenOf(inviteUrl)}`;
  const origin = { origin: baseUrl };
  const { secret, enrolment } = await send<{ secret: string; enrolment: string }>(
    `${path}/second-factor`,
    {},
    origin,
  );
  const totp = new TOTP({ secret });
  const password = newPassword();
  await send(path, { name, password, enrolment, totp: totp.generate() }, origin);
  const signIn = () => signInOverHttp(baseUrl, { email, password, totp: totp.generate() });
  let cookie = await signIn();
  return {
    email,
    call: (called, body) => send(`${baseUrl}/api${called}`, body, { cookie, ...origin }),
    async signIn() {
      cookie = await signIn();
    },
    code: () => totp.generate(),
  };
}
