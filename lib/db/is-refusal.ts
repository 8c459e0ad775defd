import { errorCodeOf } from "@/lib/kernel/error-code";

/**
 * Wrong values, a violated constraint, a rule of the service's own functions, a conflict with another transaction, and a lock that
 * was not free in time.
 */
const REFUSALS = /^(?:22...|23...|PW...|40001|40P01|55P03)$/;

/**
 * Whether PostgreSQL refused a statement and can take the next one on the same connection. After any other error, such as a
 * timeout or a primary that became a standby, the connection must be closed.
 */
export function isRefusal(error: unknown): boolean {
  return REFUSALS.test(errorCodeOf(error) ?? "");
}
