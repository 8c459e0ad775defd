import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getNotifications } from "@/app/api/account/notifications/route";
import { GET as listPasskeys } from "@/app/api/account/passkeys/route";
import { GET as getAccount } from "@/app/api/account/route";
import { GET as listSessions } from "@/app/api/account/sessions/route";
import { OwnAccount } from "@/components/settings/own-account";
import {
  accountQuery,
  notificationsQuery,
  passkeysQuery,
  sessionsQuery,
} from "@/components/settings/queries";
import { SettingsFrame } from "@/components/settings/settings-frame";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  await requireSignedIn("/settings/account", new URLSearchParams());
  return (
    <Prefetched
      reads={[
        [accountQuery, getAccount],
        [sessionsQuery, listSessions],
        [passkeysQuery, listPasskeys],
        [notificationsQuery, getNotifications],
      ]}
    >
      <SettingsFrame>
        <OwnAccount />
      </SettingsFrame>
    </Prefetched>
  );
}
