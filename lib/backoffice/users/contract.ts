import { z } from "zod";
import { MAX_SEARCH_CHARACTERS } from "@/lib/backoffice/contract";
import { contract } from "@/lib/contract/contract";
import { cursorPagination, cursorQuery, isIdCursor, opaque, text } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";
import {
  adminUserDetailSchema,
  adminUserSchema,
  exampleAdminUser,
  exampleAdminUserDetail,
} from "./schema";

const PATH = "/api/admin/users";
const shared = { tag: "Administration", audience: "admin" } as const;

const filters = {
  search: personal(text(1, MAX_SEARCH_CHARACTERS)).optional(),
  partnerId: opaque(1, MAX_SEARCH_CHARACTERS).optional(),
};

export const listAdminUsersContract = contract({
  ...shared,
  id: "listAdminUsers",
  method: "GET",
  path: PATH,
  summary: "The card users of all partners",
  description:
    "Newest first, without deleted users. `search` is the beginning of a name or email, the last four digits of a card, or the id of a user or card.",
  query: z.object({
    ...cursorQuery(isIdCursor("usr")),
    ...filters,
  }),
  data: z.object({ users: z.array(adminUserSchema), pagination: cursorPagination }),
  message: "Users",
  errors: [],
  examples: {
    data: { users: [exampleAdminUser], pagination: { skip: 0, limit: 50, total: 1 } },
  },
});

export const exportAdminUsersContract = contract({
  ...shared,
  id: "exportAdminUsers",
  method: "GET",
  path: `${PATH}/export`,
  summary: "The card users of all partners as CSV, newest first",
  description: "Each export has an audit entry.",
  query: z.object(filters),
  data: z.instanceof(Response),
  message: "Users as CSV",
  errors: ["RATE_LIMITED"],
  examples: { data: new Response("user,first name\r\n") },
});

export const getAdminUserContract = contract({
  ...shared,
  id: "getAdminUser",
  method: "GET",
  path: `${PATH}/{id}`,
  summary: "A card user with its cards",
  params: z.object({ id: z.string() }),
  data: adminUserDetailSchema,
  message: "User",
  errors: ["USER_NOT_FOUND"],
  examples: { params: { id: exampleAdminUser.serviceId }, data: exampleAdminUserDetail },
});
