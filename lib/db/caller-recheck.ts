// SQL: calls the check of a commit, `commit_change_set`.

import { callerCheck } from "./caller-check";
import { query } from "./index";
import { outlastLoss } from "./outlast-loss";
import { orRevoked } from "./revoked";

/**
 * Returns a function that checks the caller of the current request again, as a commit does: for a response that is sent
 * long after the request was authorized. The function may be called outside of the request, and waits for a database that
 * is away for seconds. In background work it does nothing.
 * The function throws ServiceError PARTNER_SUSPENDED, UNAUTHORIZED, SESSION_REQUIRED or ROLE_NOT_ALLOWED if, since the
 * request was authorized, the calling partner was suspended, the API key revoked, the session ended, the person disabled or
 * the role changed.
 */
export function callerRecheck(): () => Promise<void> {
  const check = callerCheck();
  return async () => {
    if (check === undefined) return;
    try {
      await outlastLoss(() =>
        query("commit_change_set", "SELECT commit_change_set($1) AS claimed", [check]),
      );
    } catch (error) {
      throw orRevoked(error);
    }
  };
}
