import { z } from "zod";
import { browserName } from "@/lib/people/account/browser-name";
import { accountUrl, instantText, mailKind, pageUrl, SECURITY_REASON } from "./content";

const PASSWORD_CAUSES = {
  changed: "Your password was changed in a signed-in session. Your other sessions were signed out.",
  reset:
    "Your password was replaced by a link that was sent to this address. All your sessions were signed out.",
  recovered:
    "Your password and authenticator were replaced by a recovery link. All your sessions were signed out.",
} as const;

const FACTOR_CHANGES = {
  set: [
    "Authenticator set up",
    "A new authenticator and new recovery codes were set up for your account.",
  ],
  removed: [
    "Two-factor authentication removed",
    "Signing in to your account now needs your password alone.",
  ],
  passkey_added: ["Passkey added", "A new passkey was added to your account."],
  passkey_removed: [
    "Passkey removed",
    "A passkey was removed from your account. Your other sessions were signed out.",
  ],
} as const;

const NOT_YOU =
  "If this was not you, reset your password now and ask an owner of your company’s account, or another administrator, for help.";

/** Messages about the security of an account. They cannot be switched off. */
export const SECURITY_KINDS = {
  new_browser: mailKind(
    z.object({
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      at: z.coerce.date(),
    }),
    ({ ipAddress, userAgent, at }, context) => ({
      subject: "Sign-in from a new browser",
      heading: "Sign-in from a new browser",
      paragraphs: ["Your account was used to sign in with a browser that it has not used before."],
      facts: [
        ["Browser", browserName(userAgent)],
        ["IP address", ipAddress ?? "unknown"],
        ["Time", instantText(at)],
      ],
      action: { label: "Check your sessions", url: accountUrl(context) },
      afterwards: [NOT_YOU, SECURITY_REASON],
    }),
  ),
  break_glass: mailKind(
    z.object({
      name: z.string(),
      email: z.string(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
      at: z.coerce.date(),
    }),
    ({ name, email, ipAddress, userAgent, at }, { partnerId }) => ({
      subject: "Break-glass access was used",
      heading: "Break-glass access was used",
      paragraphs: [
        "Single sign-on is the only way in, and a person with break-glass access signed in by password and second factor instead.",
      ],
      facts: [
        ["Person", `${name} (${email})`],
        ["Browser", browserName(userAgent)],
        ["IP address", ipAddress ?? "unknown"],
        ["Time", instantText(at)],
      ],
      action: {
        label: "Check the audit log",
        url: pageUrl(partnerId === null ? "/admin/audit" : "/settings/audit"),
      },
      afterwards: [
        "If nobody of you expected this, end the person’s sessions and have their password and authenticator replaced.",
        "This e-mail is about the security of your account, so it cannot be switched off.",
      ],
    }),
  ),
  sso_not_required: mailKind(
    z.object({ issuer: z.string().nullable(), at: z.coerce.date() }),
    ({ issuer, at }) => ({
      subject: "Single sign-on is no longer required",
      heading: "Single sign-on is no longer required",
      paragraphs: [
        "Two administrators of the operator ended the requirement, so that your company’s people can sign in again while the identity provider cannot be used.",
        "People sign in by password now, and with the authenticator if they have one. Who has no password sets one with “Reset it by email” on the sign-in page.",
      ],
      facts: [
        ["Identity provider", issuer ?? "unknown"],
        ["Time", instantText(at)],
      ],
      action: { label: "Sign in", url: pageUrl("/sign-in") },
      afterwards: [
        "The identity provider is still connected. If it is in other hands, remove it now under Settings, Single sign-on.",
        "If nobody in your company asked for this, contact the operator, and require single sign-on again.",
        "This e-mail is about the security of your company’s account, so it cannot be switched off.",
      ],
    }),
  ),
  password_changed: mailKind(
    z.object({ how: z.enum(["changed", "reset", "recovered"]) }),
    ({ how }, context) => ({
      subject: "Your password was changed",
      heading: "Your password was changed",
      paragraphs: [PASSWORD_CAUSES[how]],
      action: { label: "Check your account", url: accountUrl(context) },
      afterwards: [NOT_YOU, SECURITY_REASON],
    }),
  ),
  second_factor_changed: mailKind(
    z.object({
      change: z.enum(["set", "removed", "passkey_added", "passkey_removed"]),
      name: z.string().optional(),
    }),
    ({ change, name }, context) => {
      const [title, text] = FACTOR_CHANGES[change];
      return {
        ...{ subject: title, heading: title, paragraphs: [text] },
        ...(name !== undefined && { facts: [["Passkey", name]] }),
        action: { label: "Check your account", url: accountUrl(context) },
        afterwards: [NOT_YOU, SECURITY_REASON],
      };
    },
  ),
  api_key_created: mailKind(
    z.object({
      name: z.string(),
      hint: z.string(),
      scopes: z.array(z.string()),
      createdBy: z.string().nullable(),
    }),
    ({ name, hint, scopes, createdBy }) => ({
      subject: "New API key",
      heading: "An API key was created",
      paragraphs: [`${createdBy ?? "The operator"} created an API key of your company.`],
      facts: [
        ["Name", name],
        ["Key", hint],
        ["Scopes", scopes.length === 0 ? "none" : scopes.join(", ")],
      ],
      action: { label: "View API keys", url: pageUrl("/developers") },
      afterwards: [
        "If nobody in your company created this key, revoke it now.",
        "This e-mail is about the security of your company’s account, so it cannot be switched off.",
      ],
    }),
  ),
};
