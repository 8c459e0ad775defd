import { z } from "zod";

/** A list separated by commas, in lower case. */
const listOf = (form: RegExp, message: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((entry) => entry.trim().toLowerCase()))
    .refine((entries) => entries.every((entry) => form.test(entry)), message)
    .optional();

/** The settings of single sign-on for the operator's people: docs/sso.md. Part of the schema in env.ts. */
export const OIDC_SETTINGS = {
  /** The issuer of the operator's identity provider, exactly as the provider spells it. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().regex(/^\S+$/, "must have no spaces").optional(),
  OIDC_CLIENT_SECRET: z.string().regex(/^\S+$/, "must have no spaces").optional(),
  /** The e-mail domains whose operators the provider vouches for, separated by commas. */
  OIDC_DOMAINS: listOf(
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u,
    "must be domains, separated by commas",
  ),
  /** `on` refuses passwords of operators, except those in OIDC_BREAK_GLASS. */
  OIDC_ONLY: z.enum(["on", "off"]).default("off"),
  /** The e-mails of the operators who may sign in by password and second factor while OIDC_ONLY is on. */
  OIDC_BREAK_GLASS: listOf(/^[^\s@,]+@[^\s@,]+$/, "must be e-mails, separated by commas"),
};

const TOGETHER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_DOMAINS"] as const;

type Given = Partial<Record<string, unknown>>;

/** The rules over several settings of single sign-on. */
export function oidcSettingFaults(given: Given): { name: string; message: string }[] {
  const present = TOGETHER.find((name) => given[name] !== undefined);
  const faults = TOGETHER.filter((name) => present && given[name] === undefined).map((name) => ({
    name: name as string,
    message: `must be set, as ${present} is`,
  }));
  const issuer = given.OIDC_ISSUER;
  if (
    given.SERVICE_ENVIRONMENT === "production" &&
    typeof issuer === "string" &&
    !issuer.startsWith("https://")
  )
    faults.push({ name: "OIDC_ISSUER", message: "must be https in production" });
  if (given.OIDC_ONLY === "on" && !present)
    faults.push({ name: "OIDC_ISSUER", message: "must be set, as OIDC_ONLY is on" });
  if (given.OIDC_ONLY === "on" && given.OIDC_BREAK_GLASS === undefined)
    faults.push({
      name: "OIDC_BREAK_GLASS",
      message:
        "must name an administrator, as OIDC_ONLY is on: otherwise nobody could sign in while the identity provider is down",
    });
  return faults;
}
