import { notFound } from "next/navigation";

/** Every address that is no other page's. */
export default function UnknownPage() {
  notFound();
}
