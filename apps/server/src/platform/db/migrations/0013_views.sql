ALTER TABLE "sessions" ADD COLUMN "viewer_session_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewed_user_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewed_role_id" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewer_session_id_sessions_id_fk" FOREIGN KEY ("viewer_session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewed_user_id_users_id_fk" FOREIGN KEY ("viewed_user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewed_role_id_roles_id_fk" FOREIGN KEY ("viewed_role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_viewer_session_id_index" ON "sessions" USING btree ("viewer_session_id");--> statement-breakpoint
CREATE INDEX "sessions_viewed_user_id_index" ON "sessions" USING btree ("viewed_user_id");--> statement-breakpoint
CREATE INDEX "sessions_viewed_role_id_index" ON "sessions" USING btree ("viewed_role_id");