import { adminRoute } from "@/lib/http/admin-route";
import { otherMethods } from "@/lib/http/other-methods";
import { endOperatorSessionsContract } from "@/lib/people/operators/contract";
import { endOperatorSessions } from "@/lib/people/operators/end-operator-sessions";

export const DELETE = adminRoute(endOperatorSessionsContract, endOperatorSessions);
export const { GET, POST, PUT, PATCH, OPTIONS } = otherMethods("DELETE");
