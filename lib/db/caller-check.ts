import { currentCallerId, currentCredential } from "@/lib/kernel/request-context";

/**
 * The argument with which `commit_change_set` refuses the current request if its partner was suspended or its credential
 * revoked since it was authorized. Undefined outside of a request.
 */
export function callerCheck(): string | undefined {
  const callerId = currentCallerId();
  const credential = currentCredential();
  if (callerId === undefined && !credential) return undefined;
  return JSON.stringify({
    callers: callerId === undefined ? undefined : [callerId],
    keys: credential && "keyId" in credential ? [credential.keyId] : undefined,
    sessions:
      credential && "sessionId" in credential
        ? { [credential.sessionId]: credential.role ?? null }
        : undefined,
  });
}
