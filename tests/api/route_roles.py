"""Every route of the service and the lowest role that may call it; ``None`` is for everybody.

A route that is missing here, or stands here and is gone, fails the matrix.
"""

from __future__ import annotations

from api.access.roles import Role

V1 = "/api/v1"

ROUTES: dict[tuple[str, str], Role | None] = {
    ("GET", "/healthz"): None,
    ("GET", "/readyz"): None,
    # From this machine; the route itself asks others for the role of an admin.
    ("GET", "/metrics"): None,
    ("GET", f"{V1}/openapi.json"): None,
    ("GET", f"{V1}/docs"): None,
    ("GET", f"{V1}/docs.css"): None,
    ("POST", f"{V1}/login"): None,
    # The secret in the address is the key; it opens one person's duties.
    ("GET", f"{V1}/ical/{{secret}}.ics"): None,
    ("POST", f"{V1}/logout"): Role.VIEWER,
    ("GET", f"{V1}/me"): Role.VIEWER,
    ("GET", f"{V1}/tokens"): Role.VIEWER,
    ("POST", f"{V1}/tokens"): Role.VIEWER,
    ("DELETE", f"{V1}/tokens/{{token_id}}"): Role.VIEWER,
    ("GET", f"{V1}/datasets"): Role.VIEWER,
    ("POST", f"{V1}/datasets"): Role.DISPATCHER,
    ("GET", f"{V1}/datasets/{{dataset_id}}"): Role.VIEWER,
    ("PUT", f"{V1}/datasets/{{dataset_id}}"): Role.DISPATCHER,
    # The files hold births, contacts and absences.
    ("GET", f"{V1}/datasets/{{dataset_id}}/export"): Role.DISPATCHER,
    ("GET", f"{V1}/datasets/{{dataset_id}}/manning/{{vessel_id}}"): Role.VIEWER,
    ("GET", f"{V1}/datasets/{{dataset_id}}/feeds"): Role.DISPATCHER,
    ("POST", f"{V1}/datasets/{{dataset_id}}/feeds"): Role.DISPATCHER,
    ("DELETE", f"{V1}/datasets/{{dataset_id}}/feeds/{{crew_id}}"): Role.DISPATCHER,
    ("GET", f"{V1}/plans"): Role.VIEWER,
    ("POST", f"{V1}/plans"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}"): Role.VIEWER,
    ("POST", f"{V1}/plans/{{plan_id}}/solve"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/versions"): Role.VIEWER,
    ("GET", f"{V1}/plans/{{plan_id}}/roster"): Role.VIEWER,
    ("PATCH", f"{V1}/plans/{{plan_id}}/roster"): Role.DISPATCHER,
    ("PUT", f"{V1}/plans/{{plan_id}}/roster"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/check"): Role.VIEWER,
    ("GET", f"{V1}/plans/{{plan_id}}/compare"): Role.VIEWER,
    ("POST", f"{V1}/plans/{{plan_id}}/publish"): Role.DISPATCHER,
    ("POST", f"{V1}/plans/{{plan_id}}/adopt"): Role.DISPATCHER,
    ("POST", f"{V1}/plans/{{plan_id}}/drop-outs"): Role.DISPATCHER,
    ("POST", f"{V1}/plans/{{plan_id}}/foresight/n-1"): Role.DISPATCHER,
    # Who could step in, and why not, is told in sentences about people.
    ("GET", f"{V1}/plans/{{plan_id}}/candidates"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/explain"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/foresight/modes"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/foresight/outlook"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/foresight/rest-clock"): Role.DISPATCHER,
    ("GET", f"{V1}/plans/{{plan_id}}/foresight/without"): Role.DISPATCHER,
    ("GET", f"{V1}/jobs"): Role.VIEWER,
    ("GET", f"{V1}/jobs/{{job_id}}"): Role.VIEWER,
    ("GET", f"{V1}/jobs/{{job_id}}/events"): Role.VIEWER,
    # What a run has found is a draft with its reasons.
    ("GET", f"{V1}/jobs/{{job_id}}/result"): Role.DISPATCHER,
    ("POST", f"{V1}/jobs/{{job_id}}/cancel"): Role.DISPATCHER,
    ("POST", f"{V1}/jobs/{{job_id}}/finish"): Role.DISPATCHER,
    ("GET", f"{V1}/law"): Role.VIEWER,
    ("GET", f"{V1}/audit"): Role.ADMIN,
    ("GET", f"{V1}/people/{{crew_id}}"): Role.ADMIN,
    ("DELETE", f"{V1}/people/{{crew_id}}"): Role.ADMIN,
    ("GET", f"{V1}/retention"): Role.ADMIN,
}
