"use client";

import { WaitingRequests } from "./waiting-requests";

/** Invitations and roles of operators that wait for a second administrator. */
export function RequestsOfOperators() {
  return <WaitingRequests isShown={({ kind }) => kind !== "second_approval"} />;
}
