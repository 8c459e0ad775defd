import { accountRoute } from "@/lib/http/account-route";
import { otherMethods } from "@/lib/http/other-methods";
import {
  getNotificationsContract,
  setNotificationsContract,
} from "@/lib/notifications/preferences/contract";
import { getNotifications } from "@/lib/notifications/preferences/get-notifications";
import { setNotifications } from "@/lib/notifications/preferences/set-notifications";

export const GET = accountRoute(getNotificationsContract, getNotifications);
export const PATCH = accountRoute(setNotificationsContract, setNotifications);
export const { POST, PUT, DELETE, OPTIONS } = otherMethods("GET", "PATCH");
