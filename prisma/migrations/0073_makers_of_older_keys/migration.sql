-- Keys made before 0052 have no maker, so nobody answered for them: when their maker was removed or lost the role, they
-- were neither listed nor revoked. The audit log has the maker since there are keys that people make. The rights of the
-- keys do not change. docs/decisions/0044-rights-of-api-keys.md
ALTER TABLE api_keys DISABLE TRIGGER fixed_rights;
UPDATE api_keys k SET created_by = p.id
  FROM audit_entries e JOIN people p ON p.id = e.person_id
  WHERE k.created_by IS NULL AND p.partner_id = k.partner_id
    AND (e.action = 'createApiKey' AND e.target_id = k.id OR e.action = 'rollApiKey' AND e.after ->> 'newKeyId' = k.id);
ALTER TABLE api_keys ENABLE TRIGGER fixed_rights;
