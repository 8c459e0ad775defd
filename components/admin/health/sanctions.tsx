import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { Time } from "@/components/ui/time";
import type { ServiceHealth } from "./queries";

/** The sanctions list in force, and its age. */
export function Sanctions({
  sanctions: { addresses, fetchedAt, sha256 },
}: {
  sanctions: NonNullable<ServiceHealth["sanctions"]>;
}) {
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Sanctions list</h2>
      <Facts
        facts={[
          ["Addresses", addresses.toLocaleString("en-US")],
          ["Last fetched", fetchedAt === null ? "Never" : <Time key="at" instant={fetchedAt} />],
          [
            "SHA-256",
            sha256 === null ? "–" : <IdChip key="hash" value={sha256} label="the SHA-256" />,
          ],
        ]}
      />
    </section>
  );
}
