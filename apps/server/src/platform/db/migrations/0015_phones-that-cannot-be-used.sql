CREATE TABLE "unusable_phones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unusable_phones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer,
	"agent" text NOT NULL,
	"host" text NOT NULL,
	"phones" jsonb NOT NULL,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unusable_phones_agent" UNIQUE NULLS NOT DISTINCT("owner_id","agent")
);
--> statement-breakpoint
ALTER TABLE "unusable_phones" ADD CONSTRAINT "unusable_phones_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;