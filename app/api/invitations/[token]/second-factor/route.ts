import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import { startEnrolmentContract } from "@/lib/team/contract";
import { startEnrolment } from "@/lib/team/start-enrolment";

export const POST = visitorRoute(startEnrolmentContract, startEnrolment);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
