import { CARD_ALERTS } from "./kinds/cards";
import { CHAIN_ALERTS } from "./kinds/chains";
import type { AlertDefinition } from "./kinds/definition";
import { IDENTITY_ALERTS } from "./kinds/identity";
import { RECORD_ALERTS } from "./kinds/records";

/** Every kind of alert. The types, the Health page, its API and docs/operating.md are derived from this table. */
export const ALERTS = {
  ...CHAIN_ALERTS,
  ...RECORD_ALERTS,
  ...IDENTITY_ALERTS,
  ...CARD_ALERTS,
} as const;

export type AlertKind = keyof typeof ALERTS;
export const ALERT_KINDS = Object.keys(ALERTS) as AlertKind[];

/** A process of an earlier version finds alerts of kinds that only a later version has. */
const UNKNOWN: AlertDefinition = {
  title: "Alert of a later version",
  severity: "attention",
  remedy: "Open this page on a process of the version that raised the alert.",
  closedBy: "service",
  reopens: true,
};

/** The definition of a stored kind. */
export function alertDefinition(kind: string): AlertDefinition {
  const known: Record<string, AlertDefinition> = ALERTS;
  return (Object.hasOwn(known, kind) ? known[kind] : undefined) ?? UNKNOWN;
}

/** Whether administrators may close an alert of this kind. */
export const isClosedByPeople = (kind: string): boolean =>
  alertDefinition(kind).closedBy === "administrators";
