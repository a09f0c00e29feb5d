CREATE TABLE "token_grants" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"challenge" text NOT NULL,
	"token_name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"days" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "token_grants" ADD CONSTRAINT "token_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "token_grants_user" ON "token_grants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "token_grants_expires" ON "token_grants" USING btree ("expires_at");