ALTER TABLE "outside_attempts" ADD COLUMN "proven_session" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "outside_attempts" ADD CONSTRAINT "outside_attempts_proven_session_sessions_id_fk" FOREIGN KEY ("proven_session") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "sessions" SET "proven_at" = "created_at";
