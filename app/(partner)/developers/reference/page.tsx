import type { Metadata } from "next";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { Introduction } from "@/components/reference/introduction";
import { currentReference } from "@/lib/api/reference/current-reference";

export const metadata: Metadata = { title: "API reference" };

export default async function ReferencePage({ searchParams }: { searchParams: SearchParams }) {
  await requireSignedIn("/developers/reference", await searchOf(searchParams));
  return <Introduction reference={currentReference()} />;
}
