CREATE TABLE "wall_layouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wall_layouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"layout_name" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"filter" jsonb NOT NULL,
	"size" integer NOT NULL,
	"labels" jsonb NOT NULL,
	"device_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wall_layouts" ADD CONSTRAINT "wall_layouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wall_layouts_name" ON "wall_layouts" USING btree ("user_id","layout_name");