-- The hourly sweep looks for chapters and translations that were deleted long ago. Few are deleted, so it must not read the
-- whole tables for them.
create index chapters_deleted on chapters (deleted_at) where deleted_at is not null;
create index translations_deleted on translations (deleted_at) where deleted_at is not null;
