-- An idempotency key that a partner used again after its retention got the card of its first use from the issuer: the key of
-- the request at the issuer depended on the partner's key alone. Source: docs/decisions/0067-outside-card-issuers.md

ALTER TABLE cards ADD COLUMN request_key text;

COMMENT ON COLUMN cards.request_key IS 'The key of the request that created the card. It outlives the idempotency key: a later request with the same key gets another card from the issuer. Null for a card that an older version created.';
