import type { ComponentProps } from "react";
import { PublicPage } from "@/components/ui/public-page";
import { env } from "@/lib/kernel/env";

/** A page without the navigation of a dashboard, which names the environment. */
export function Public(props: Omit<ComponentProps<typeof PublicPage>, "isSandbox">) {
  return <PublicPage isSandbox={env().SERVICE_ENVIRONMENT !== "production"} {...props} />;
}
