"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";

const CURL = `curl "$BASE_URL/api/v2/partner/card/users" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "idempotency-key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"firstName":"Amara","lastName":"Okafor",
       "email":"amara@example.com","phoneNumber":"+2348031234567",
       "accountPurpose":"Travel","ipAddress":"102.89.34.10",
       "isTermsOfServiceAccepted":true,"program":"custodial",
       "address":"14 Marina Road","city":"Lagos","region":"Lagos",
       "postalCode":"101241","countryCode":"NG"}'`;

/** Shown before the first user. */
export function UsersEmpty({ onCreate }: { onCreate: () => void }) {
  const { role } = useReader();
  return (
    <EmptyState
      title="No users yet"
      action={
        role !== "viewer" ? (
          <Button onClick={onCreate}>Create user</Button>
        ) : (
          <RoleNote>Only owners and developers can create users.</RoleNote>
        )
      }
      curl={CURL}
    >
      <p>
        Users are the people who hold your cards. Create a user, send them a link to verify their
        identity, and create cards after they are approved.
      </p>
    </EmptyState>
  );
}
