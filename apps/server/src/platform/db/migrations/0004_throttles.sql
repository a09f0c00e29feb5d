CREATE TABLE "throttles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "throttles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL,
	"ip" text NOT NULL,
	"user_id" integer NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "throttles_caller" ON "throttles" USING btree ("hour","kind","path","ip","user_id");--> statement-breakpoint
CREATE INDEX "throttles_last_at_index" ON "throttles" USING btree ("last_at");