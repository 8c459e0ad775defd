import type { AlertKind } from "./catalogue";

/** The identity of an alert: at most one alert per kind and subject is open. */
export interface AlertSubject {
  kind: AlertKind;
  /** The id of its object: a chain, a deposit, a withdrawal. */
  subject: string;
}

export interface NewAlert extends AlertSubject {
  /** The facts, for people. The title and the remedy of the kind are in the catalogue. */
  text: string;
}
