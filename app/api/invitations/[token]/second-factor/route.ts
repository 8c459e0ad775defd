import { otherMethods } from "@/lib/http/other-methods";
import { visitorRoute } from "@/lib/http/visitor-route";
import { startEnrolmentContract } from "@/lib/people/team/contract";
import { startEnrolment } from "@/lib/people/team/start-enrolment";

export const POST = visitorRoute(startEnrolmentContract, startEnrolment);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
