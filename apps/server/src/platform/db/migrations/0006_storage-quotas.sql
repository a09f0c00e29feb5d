ALTER TABLE "caches" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_files" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "caches_bytes" ON "caches" USING btree ("tenant_id","expires_at","bytes");--> statement-breakpoint
CREATE INDEX "stored_files_owner" ON "stored_files" USING btree ("owner_id","temporary","size");--> statement-breakpoint
UPDATE "caches" SET "bytes" = octet_length("content") + octet_length(array_to_string("lines", chr(10)));
