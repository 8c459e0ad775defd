"use client";

import { WaitingRequests } from "./waiting-requests";

/** The pending requests about operators: invitations and roles. */
export function RequestsOfOperators() {
  return <WaitingRequests isShown={({ kind }) => kind.startsWith("operator_")} />;
}
