-- One dispute at a card issuer pays one of ours. Source: docs/decisions/0072-disputes.md
CREATE UNIQUE INDEX CONCURRENTLY card_disputes_issuer_dispute_key ON card_disputes(issuer, issuer_dispute_id) WHERE status NOT IN ('withdrawn', 'failed');
