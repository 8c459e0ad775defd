import { backgroundRoute } from "@/lib/scheduler/background-route";
import { sumWalletsJob } from "@/lib/scheduler/jobs";

export const GET = backgroundRoute(sumWalletsJob);
export const POST = backgroundRoute(sumWalletsJob);
