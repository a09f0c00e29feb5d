CREATE TABLE "screen_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screen_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"public_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"device_id" integer,
	"device_no" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"creator_id" integer NOT NULL,
	"may_control" boolean NOT NULL,
	"note" text NOT NULL,
	"origins" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ending" text,
	"ended_at" timestamp (3) with time zone,
	"ended_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "screen_visits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screen_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"link_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"guest_name" text NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"began_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ending" text,
	"touches" integer DEFAULT 0 NOT NULL,
	"keys" integer DEFAULT 0 NOT NULL,
	"texts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "screen_links" ADD CONSTRAINT "screen_links_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_links" ADD CONSTRAINT "screen_links_tenant_id_users_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_links" ADD CONSTRAINT "screen_links_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_links" ADD CONSTRAINT "screen_links_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_visits" ADD CONSTRAINT "screen_visits_link_id_screen_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."screen_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "screen_links_public" ON "screen_links" USING btree ("public_id");--> statement-breakpoint
CREATE INDEX "screen_links_tenant" ON "screen_links" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "screen_links_creator" ON "screen_links" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "screen_links_device" ON "screen_links" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "screen_links_expiry" ON "screen_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "screen_links_ended_by" ON "screen_links" USING btree ("ended_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "screen_visits_token" ON "screen_visits" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "screen_visits_link" ON "screen_visits" USING btree ("link_id","id");--> statement-breakpoint
CREATE INDEX "screen_visits_open" ON "screen_visits" USING btree ("link_id") WHERE "screen_visits"."ended_at" is null;