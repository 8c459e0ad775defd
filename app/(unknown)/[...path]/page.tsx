import { notFound } from "next/navigation";

/** Matches every address that has no page. */
export default function UnknownPage() {
  notFound();
}
